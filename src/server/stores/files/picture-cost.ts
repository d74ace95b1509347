import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Metadata } from 'sharp'

/** The facts of a picture's header that decide the memory of decoding. */
export type PictureHeader = Pick<
  Metadata,
  'format' | 'width' | 'height' | 'pageHeight' | 'channels' | 'depth' | 'isProgressive'
>

/** Max bytes that decoding one picture may take. */
export const mostDecodedBytes = 384 * 1024 * 1024

const mib = 1024 * 1024
/** Max bytes of the box that holds an AVIF file's declared sizes; real ones take some hundred. */
const mostMetaBytes = mib
/** Max boxes at the top of an AVIF file; real ones have about five. */
const mostBoxes = 100

/**
 * The bytes that decoding takes at most: pixels × channels × depth × the copies that the decoder keeps.
 * docs/decisions/0010-uploads.md has the measurements.
 *
 * @param pixels of all frames that are decoded together
 */
export function decodedBytes(header: PictureHeader, pixels: number): number {
  const bytesPerSample = sampleBytes[header.depth] ?? 8
  return pixels * header.channels * bytesPerSample * copiesOf(header, bytesPerSample)
}

const sampleBytes: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2 }

function copiesOf({ format, isProgressive }: PictureHeader, bytesPerSample: number): number {
  // libheif keeps the planes of the codec, its own planes, a converted picture and libvips's copy. The codec's planes have
  // two bytes for each sample also at eight bits, so wide samples cost fewer copies.
  if (format === 'heif') return bytesPerSample === 1 ? 7 : 4
  // A progressive JPEG keeps two bytes of coefficients for each sample, an interlaced PNG the whole picture.
  if (isProgressive) return format === 'jpeg' ? 3 : 2
  return format === 'jpeg' || format === 'png' ? 1 : 2
}

/**
 * The most pixels that any image of an AVIF file declares, also images that only serve others, such as a transparency or a
 * tile. libheif refuses an image with more pixels than it declares before decoding. A file without declared sizes, or with
 * an unusually large header, gives Infinity.
 */
export async function mostDeclaredPixels(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    let most = 0
    let position = 0
    for (let boxes = 0; boxes < mostBoxes && position + 8 <= size; boxes++) {
      const box = await readBoxHeader(file, position)
      const end = box.bytes === 0 ? size : position + box.bytes
      if (end <= position) return Infinity
      if (box.type === 'meta') {
        if (end - position > mostMetaBytes) return Infinity
        most = Math.max(most, mostPixelsIn(await readBytes(file, position, end - position)))
      }
      position = end
    }
    return most === 0 || position < size ? Infinity : most
  } finally {
    await file.close()
  }
}

/** A length of zero reaches to the end of the file. */
async function readBoxHeader(
  file: FileHandle,
  position: number,
): Promise<{ type: string; bytes: number }> {
  const header = await readBytes(file, position, 16)
  const short = header.readUInt32BE(0)
  const bytes = short === 1 ? Number(header.readBigUInt64BE(8)) : short
  return { type: header.toString('latin1', 4, 8), bytes }
}

/** Zeros stand in for bytes behind the end of the file. */
async function readBytes(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes)
  await file.read(buffer, 0, bytes, position)
  return buffer
}

/** Sizes are in boxes `ispe`: the type, four bytes of version and flags, width, height. */
function mostPixelsIn(meta: Buffer): number {
  let most = 0
  for (let at = meta.indexOf('ispe'); at >= 0; at = meta.indexOf('ispe', at + 4)) {
    if (at + 16 > meta.length) break
    most = Math.max(most, meta.readUInt32BE(at + 8) * meta.readUInt32BE(at + 12))
  }
  return most
}
