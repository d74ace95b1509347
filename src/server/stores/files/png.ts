import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const colorTypes = { palette: 3, rgba: 6 }

interface SquarePicture {
  pixels: number
  /** Bits of a place in the palette, or of each of red, green, blue and opacity. */
  bitDepth: 1 | 8
  colors: keyof typeof colorTypes
  /** Red, green and blue of each place. */
  palette?: Buffer
  /** From top to bottom, each after the byte of its filter. */
  rows: readonly Buffer[]
}

/** A square PNG, written without the picture library, which would take more time and memory. */
export function encodePng({ pixels, bitDepth, colors, palette, rows }: SquarePicture): Buffer {
  const facts = Buffer.alloc(13)
  facts.writeUInt32BE(pixels, 0)
  facts.writeUInt32BE(pixels, 4)
  facts.set([bitDepth, colorTypes[colors]], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', facts),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
