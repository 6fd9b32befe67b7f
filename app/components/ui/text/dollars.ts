/** `$1.24`, and never `$0.00` for what was not free. */
export function dollars(amount: number): string {
  return amount > 0 && amount < 0.01 ? '< $0.01' : `$${amount.toFixed(2)}`;
}
