/** The icons in use, by their names in the set that the build draws them from; one a line, sorted. */
export const iconNames = [
  'at-sign',
  'chevron-down',
  'chevron-right',
  'clock',
  'file-pen',
  'hash',
  'inbox',
  'layers',
  'lock',
  'log-out',
  'menu',
  'search',
  'send',
  'star',
  'users',
  'x',
] as const

export type IconName = (typeof iconNames)[number]
