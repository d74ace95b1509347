import { encodePng } from './png'

/*
 * The picture of the emoji `zulip`: our own drawing, a white Z in a speech bubble of the color of our icon.
 * Shapes are conditions on points of a square of 32 units.
 */

const units = 32
/** As large as custom emoji. */
const pixels = 64
/** Points along each side of a pixel that are tried, so that edges are smooth. */
const grain = 4

const green = [0x0f, 0x6b, 0x66] as const
const white = [0xff, 0xff, 0xff] as const

/** Draws the picture of the emoji `zulip`, a PNG. */
export function drawExtraEmoji(): Buffer {
  const rows = Array.from({ length: pixels }, (_row, y) => {
    const places = Array.from({ length: pixels }, (_place, x) => pixelAt(x, y))
    return Buffer.from([0, ...places.flat()])
  })
  return encodePng({ pixels, bitDepth: 8, colors: 'rgba', rows })
}

/** Red, green, blue and opacity of a pixel. */
function pixelAt(x: number, y: number): number[] {
  const points = Array.from({ length: grain * grain }, (_point, index) => {
    const place = (pixel: number, part: number) => ((pixel + (part + 0.5) / grain) * units) / pixels
    return colorAt(place(x, index % grain), place(y, Math.floor(index / grain)))
  })
  const drawn = points.filter((color) => color !== undefined)
  const share = (channel: 0 | 1 | 2) =>
    Math.round(drawn.reduce((sum, color) => sum + color[channel], 0) / Math.max(1, drawn.length))
  return [share(0), share(1), share(2), Math.round((255 * drawn.length) / points.length)]
}

function colorAt(x: number, y: number): readonly [number, number, number] | undefined {
  if (isLetter(x, y)) return white
  return isBubble(x, y) || isTail(x, y) ? green : undefined
}

/** A square of 28 by 24 units with round corners. */
function isBubble(x: number, y: number): boolean {
  const radius = 7
  const beyond = (distance: number, half: number) => Math.max(0, distance - (half - radius))
  return Math.hypot(beyond(Math.abs(x - 16), 14), beyond(Math.abs(y - 13.5), 12)) <= radius
}

function isTail(x: number, y: number): boolean {
  return x >= 8 && y >= 24 && y <= 31 && x - 8 <= 31 - y
}

/** Two bars, and a slanted one between them. */
function isLetter(x: number, y: number): boolean {
  if (x < 10 || x > 22) return false
  if (y < 6.5 || y > 20.5) return false
  const isBar = y < 9.7 || y > 17.3
  const slant = 18.2 - ((y - 9.7) / (17.3 - 9.7)) * (18.2 - 10)
  return isBar || (x >= slant && x <= slant + 3.8)
}
