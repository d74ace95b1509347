/** The end of the reader's own status. */
export const statusEnd = {
  label: 'Clear after',
  known: (time: string) => `Until ${time}`,
  kinds: {
    never: 'Don’t clear',
    halfHour: '30 minutes',
    hour: '1 hour',
    today: 'Today',
    week: 'This week',
  },
}
