/** The icons in use, by their names in the set that the build draws them from; one a line, sorted. */
export const iconNames = [
  'at-sign',
  'bot',
  'check',
  'chevron-down',
  'chevron-right',
  'clock',
  'copy',
  'ellipsis-vertical',
  'file-pen',
  'hash',
  'inbox',
  'layers',
  'lock',
  'log-out',
  'menu',
  'pencil',
  'reply',
  'search',
  'send',
  'smile-plus',
  'star',
  'users',
  'x',
] as const

export type IconName = (typeof iconNames)[number]
