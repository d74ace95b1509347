/** Source: protocol notes 3.2, "New subscription defaults". */
const palette = [
  '#76ce90', '#fae589', '#a6c7e5', '#e79ab5', '#bfd56f', '#f4ae55', '#b0a5fd', '#addfe5',
  '#f5ce6e', '#c2726a', '#94c849', '#bd86e5', '#ee7e4a', '#a6dcbf', '#95a5fd', '#53a063',
  '#9987e1', '#e4523d', '#c2c2c2', '#4f8de4', '#c6a8ad', '#e7cc4d', '#c8bebf', '#a47462',
] as const // prettier-ignore

/**
 * The first colour that a user's subscriptions do not use, which is added to `used`;
 * once all are used they repeat in order.
 */
export function takeColor(used: string[]): string {
  const color =
    palette.find((candidate) => !used.includes(candidate)) ??
    palette[used.length % palette.length] ??
    palette[0]
  used.push(color)
  return color
}
