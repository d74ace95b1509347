import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import {
  decodedBytes,
  mostDeclaredPixels,
  mostDecodedBytes,
} from '../../../../src/server/stores/files/picture-cost'
import { largeBytes, PictureTurns } from '../../../../src/server/stores/files/picture-turns'
import { createPictures, PicturesBusyError } from '../../../../src/server/stores/files/pictures'
import { asError } from '../../../support/checked'
import { animation, picture } from '../../../support/pictures'

/** A GIF with this declared size, and frames of one pixel. */
function animationOfDots(size: number, frames: number): Buffer {
  const sizeBytes = [size & 0xff, size >> 8]
  const twoColors = [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  const delay = [0x21, 0xf9, 4, 0, 1, 0, 0, 0]
  const dot = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const frame = Buffer.from([...delay, ...dot])
  return Buffer.concat([
    Buffer.from([...Buffer.from('GIF89a'), ...sizeBytes, ...sizeBytes, ...twoColors]),
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from([0x3b]),
  ])
}

/** A PNG file with this declared size. */
function declaredPng(png: Buffer, size: number): Buffer {
  const bytes = Buffer.from(png)
  // Width and height follow the signature and the type of the first chunk; its checksum follows five more bytes.
  bytes.writeUInt32BE(size, 16)
  bytes.writeUInt32BE(size, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

/** An AVIF file of one color. */
async function avif(size: number): Promise<Buffer> {
  const create = { width: size, height: size, channels: 3, background: '#5af' } as const
  return sharp({ create }).avif({ effort: 0 }).toBuffer()
}

/** The same AVIF file with another declared size. */
function declaring(bytes: Buffer, size: number): Buffer {
  const changed = Buffer.from(bytes)
  const at = changed.indexOf('ispe') + 8
  changed.writeUInt32BE(size, at)
  changed.writeUInt32BE(size, at + 4)
  return changed
}

describe('pictures', () => {
  const all = createPictures(2)
  const pictures = all.of({ realmId: 1, userId: 1 })
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-pictures-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const fileOf = async (bytes: Buffer) => {
    const file = join(folder, String(Math.random()))
    await writeFile(file, bytes)
    return file
  }
  const box = { width: 300, height: 200, isAnimated: true }
  const everythingOf = async (file: string) =>
    Promise.all([pictures.thumbnail(file, box), pictures.avatar(file), pictures.emoji(file)])

  it('count as pictures only if their pixels fit into the memory', async () => {
    for (const size of [8000, 30_000, 2 ** 31 - 1]) {
      const file = await fileOf(declaredPng(await picture(1, 1), size))
      expect(await pictures.describe(file)).toBeUndefined()
      expect(await everythingOf(file)).toEqual([undefined, undefined, undefined])
    }
  })

  it('count as pictures only if their decoder needs fewer bytes than the bound', async () => {
    const small = await avif(600)
    const create = { width: 10, height: 10, channels: 4, background: '#5af' } as const
    const interlaced = await sharp({ create })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer()
    const ways = {
      avif: declaring(small, 5000),
      // 5500 squared pixels are below the bound on pixels; interlaced in 16 bits, they take 484 MB.
      interlaced: declaredPng(interlaced, 5500),
      // An image that only serves another one declares more.
      hidden: Buffer.concat([small, declaring(small, 7000).subarray(small.indexOf('meta') - 4)]),
    }
    expect(await mostDeclaredPixels(await fileOf(ways.hidden))).toBe(7000 * 7000)
    for (const [way, bytes] of Object.entries(ways)) {
      const file = await fileOf(bytes)
      expect([way, await pictures.describe(file)]).toEqual([way, undefined])
      expect(await everythingOf(file)).toEqual([undefined, undefined, undefined])
    }
    expect(await pictures.describe(await fileOf(small))).toMatchObject({ width: 600 })
    expect(await pictures.thumbnail(await fileOf(small), box)).toBeInstanceOf(Buffer)
  })

  it('are refused before they are decoded if they are larger than they declare', async () => {
    const file = await fileOf(declaring(await avif(600), 100))
    expect(await pictures.describe(file)).toMatchObject({ width: 100, height: 100 })
    expect(await everythingOf(file)).toEqual([undefined, undefined, undefined])
  })

  it('cost the bytes of their samples, as often as the decoder copies them', () => {
    const header = {
      width: 1,
      height: 1,
      channels: 3,
      depth: 'uchar',
      isProgressive: false,
    } as const
    const costs = [
      { ...header, format: 'jpeg' },
      { ...header, format: 'jpeg', isProgressive: true },
      { ...header, format: 'png', channels: 4, depth: 'ushort', isProgressive: true },
      { ...header, format: 'heif' },
      { ...header, format: 'heif', channels: 4, depth: 'ushort' },
      { ...header, format: 'gif', depth: 'double' },
    ] as const
    expect(costs.map((one) => decodedBytes(one, 1))).toEqual([3, 9, 16, 21, 32, 48])
    // The photo of a telephone fits in every format.
    expect(decodedBytes(costs[4], 12_500_000)).toBeLessThan(mostDecodedBytes)
  })

  it('are decoded one at a time if they have many bytes, while small ones pass', async () => {
    const limits = { mostAtOnce: 3, mostWaitingOfAccount: 9, mostWaiting: 9 }
    const turns = new PictureTurns({ ...limits, refusal: () => new Error() })
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const begin = (name: string, bytes: number) =>
      turns.take({ realmId: 1, userId: name.charCodeAt(0) }, bytes, async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
      })
    const all = [begin('a', largeBytes), begin('b', largeBytes), begin('c', largeBytes - 1)]
    await new Promise(setImmediate)
    expect(begun).toEqual(['c', 'a'])
    ends.get('a')?.()
    await all[0]
    await new Promise(setImmediate)
    expect(begun).toEqual(['c', 'a', 'b'])
    ends.get('b')?.()
    ends.get('c')?.()
    await Promise.all(all)
  })

  it('are not animated with too many frames, and cannot be emoji then', async () => {
    const file = await fileOf(animationOfDots(4, 100_000))
    expect(await pictures.describe(file)).toMatchObject({ isAnimated: false })
    expect(await pictures.emoji(file)).toBeUndefined()
    const thumbnail = await pictures.thumbnail(file, box)
    // A still picture has no animation chunk.
    expect(thumbnail?.includes('ANMF')).toBe(false)
  })

  it('are animated with many frames', async () => {
    const file = await fileOf(await animation(20))
    expect(await pictures.describe(file)).toMatchObject({ isAnimated: true })
    const thumbnail = await pictures.thumbnail(file, box)
    expect(thumbnail?.includes('ANMF')).toBe(true)
    expect(await pictures.emoji(file)).toMatchObject({ extension: 'gif' })
  })

  it('wait for the turn of their account, and are refused when too many wait', async () => {
    const file = await fileOf(await picture())
    const answers = await Promise.allSettled(
      Array.from({ length: 110 }, async () => pictures.describe(file)),
    )
    const refused = answers.flatMap((one) =>
      one.status === 'rejected' ? [asError(one.reason)] : [],
    )
    expect(refused).toHaveLength(9)
    expect(refused[0]).toBeInstanceOf(PicturesBusyError)
    expect(await pictures.describe(file)).toMatchObject({ width: 40 })
  })
})
