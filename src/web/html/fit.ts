/** The largest a picture is shown in a message, in CSS pixels. */
const mostWidth = 400
const mostHeight = 280
/** Room for a picture that does not say how large it is. */
const unknownSize = [240, 160] as const

/**
 * Width and height at which a picture is shown: its own, or as much of them as there is room for.
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
 * What a picture is called: the text of its link, or else the last part of its path.
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
