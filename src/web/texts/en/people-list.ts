/** The list of people. */
export const people = {
  name: 'People',
  filter: 'Filter people',
  self: (name: string) => `${name} (you)`,
  about: (name: string) => `About ${name}`,
  here: 'In this conversation',
  others: 'Everyone else',
  close: 'Close people',
  keepOpen: 'Keep people open',
  nobody: 'No matches',
  more: (count: number) => `${count} more`,
}
