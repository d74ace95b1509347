/** Max size of a picture in a message, in CSS pixels. */
const mostWidth = 400
const mostHeight = 280
/** Space reserved for a picture of unknown size. */
const unknownSize = [240, 160] as const

/**
 * Display size of a picture: its own size, scaled down to the maximum.
 *
 * @param dimensions such as `640x480`. Source: docs/protocol/markdown.md#upload-previews
 */
export function fitPicture(dimensions: string | undefined): readonly [number, number] {
  const [, width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(dimensions ?? '') ?? []).map(Number)
  if (width === 0 || height === 0) return unknownSize
  const scale = Math.min(1, mostWidth / width, mostHeight / height)
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
}

/**
 * Accessible name of a picture: the title of its link, or else the last part of its path.
 *
 * @param path percent-encoded
 */
export function nameOfPicture(title: string, path: string): string {
  if (title !== '') return title
  const last = path.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
