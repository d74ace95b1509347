/** Beginnings of the formats of sound that browsers play, at an offset, as Latin-1. */
const beginnings: readonly (readonly [contentType: string, offset: number, pattern: RegExp])[] = [
  ['audio/mpeg', 0, /^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/],
  ['audio/aac', 0, /^\xff[\xf0\xf1\xf8\xf9]/],
  ['audio/ogg', 0, /^OggS/],
  ['audio/flac', 0, /^fLaC/],
  ['audio/wav', 0, /^RIFF[^]{4}WAVE/],
  ['audio/mp4', 4, /^ftyp/],
  // EBML; its magic number is 1A 45 DF A3.
  ['audio/webm', 1, /^E\xdf\xa3/],
]

const headBytes = 16

/** The content type of sound, by its first bytes; undefined if it is none that browsers play. */
export function soundTypeOf(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, headBytes).toString('latin1')
  const found = beginnings.find(([, offset, pattern]) => pattern.test(head.slice(offset)))
  return found?.[0]
}
