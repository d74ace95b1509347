/* The pause of notifications. */

export const pause = {
  title: 'Pause notifications',
  lengths: { halfHour: 'For 30 minutes', hour: 'For an hour', morning: 'Until tomorrow morning' },
  /** Names of the commands of the switcher. */
  commands: {
    halfHour: 'Pause notifications for 30 minutes',
    hour: 'Pause notifications for an hour',
    morning: 'Pause notifications until tomorrow morning',
  },
  resume: 'Resume notifications',
  until: (time: string) => `Notifications are paused until ${time}.`,
  over: 'Notifications are on again.',
}
