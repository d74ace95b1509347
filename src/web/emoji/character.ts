/** @param code code points in lower-case hex, joined by `-` */
export function characterOfEmoji(code: string): string {
  return code.split('-').map((hex) => String.fromCodePoint(Number.parseInt(hex, 16))).join('')
}
