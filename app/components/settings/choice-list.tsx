import './choice-list.css';

interface ChoiceListProps<Value extends string> {
  label: string;
  choices: readonly { value: Value; title: string; text: string }[];
  current: Value;
  onChoose: (value: Value) => void;
}

/** A choice of one of several values, each with an explanation. */
export function ChoiceList<Value extends string>({ label, choices, current, onChoose }: ChoiceListProps<Value>) {
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, title, text }) => (
        <label key={value} className="choice">
          <input type="radio" name={label} value={value} checked={value === current} onChange={() => onChoose(value)} />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-sm c-text-3">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
