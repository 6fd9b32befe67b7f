/** The remark that is added before results are omitted, while the model can still read them. */
export const NOTE_DOWN =
  'Your context window is nearly full. From the next step on, older results are left out or summarised. Write down now, in a few lines, what you found in them and still need: places, names, values, errors.';
