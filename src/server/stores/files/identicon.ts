import { createHash } from 'node:crypto'
import { encodePng } from './png'

/*
 * The default avatar: five by five squares, mirrored, in one color. No letters: a server's fonts cover few of
 * the scripts that people's names are in, and a picture derived from an id need not change with the name.
 */

const cells = 5
const hues = 24

/** A square PNG derived from a text alone. */
export function drawIdenticon(seed: string, pixels: number): Buffer {
  const hash = createHash('sha256').update(seed).digest()
  const hue = ((hash[0] as number) % hues) / hues
  const palette = Buffer.from([...color(hue, 0.4, 0.92), ...color(hue, 0.45, 0.45)])
  const places = Array.from({ length: pixels }, (_, pixel) => cellAt(pixel, pixels))
  const rows = new Map(
    [...new Set(places)].map((row) => [
      row,
      packRow(places.map((column) => isFilled(hash, column, row))),
    ]),
  )
  return encodePng({
    ...{ pixels, palette, bitDepth: 1, colors: 'palette' },
    rows: places.map((row) => rows.get(row) as Buffer),
  })
}

/** The cell of a pixel; the margin, half a cell wide, has cells outside of the grid. */
function cellAt(pixel: number, pixels: number): number {
  return Math.floor((pixel * (cells + 1)) / pixels - 0.5)
}

function isFilled(hash: Buffer, column: number, row: number): boolean {
  if (column < 0 || row < 0 || column >= cells || row >= cells) return false
  const mirrored = Math.min(column, cells - 1 - column)
  // The middle cell is always set, so that no picture is empty.
  return (mirrored === 2 && row === 2) || ((hash[1 + mirrored] as number) >> row) % 2 === 1
}

/** A row of pixels, a bit each, after the byte for the filter "none". */
function packRow(pixels: readonly boolean[]): Buffer {
  const row = Buffer.alloc(1 + Math.ceil(pixels.length / 8))
  for (const [x, isSet] of pixels.entries()) {
    const at = 1 + (x >> 3)
    if (isSet) row[at] = (row[at] as number) | (128 >> (x & 7))
  }
  return row
}

/** A color of hue, saturation and lightness (0 to 1) as red, green and blue (0 to 255). */
function color(hue: number, saturation: number, lightness: number): [number, number, number] {
  const part = (offset: number) => {
    const place = (offset + hue * 12) % 12
    const swing = Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * swing))
  }
  return [part(0), part(8), part(4)]
}
