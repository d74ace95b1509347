/** The list of people. */
export const people = {
  name: 'People',
  filter: 'Filter people',
  self: (name: string) => `${name} (you)`,
  about: (name: string) => `About ${name}`,
  nobody: 'No matches',
  more: (count: number) => `${String(count)} more`,
}
