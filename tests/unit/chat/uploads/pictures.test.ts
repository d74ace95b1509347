import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPictures, PicturesBusyError } from '../../../../src/server/stores/files/pictures'
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

/** A PNG with this declared size. */
async function hugePicture(size: number): Promise<Buffer> {
  const bytes = await picture(1, 1)
  // Width and height follow the signature and the header of the first chunk.
  bytes.writeUInt32BE(size, 16)
  bytes.writeUInt32BE(size, 20)
  return bytes
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

  it('with more pixels than the memory allows do not count as pictures', async () => {
    for (const bytes of [await hugePicture(30_000), await hugePicture(2 ** 31 - 1)]) {
      const file = await fileOf(bytes)
      expect(await pictures.describe(file)).toBeUndefined()
      expect(await everythingOf(file)).toEqual([undefined, undefined, undefined])
    }
  })

  it('with too many frames are not animated, and cannot be emoji', async () => {
    const file = await fileOf(animationOfDots(4, 100_000))
    expect(await pictures.describe(file)).toMatchObject({ isAnimated: false })
    expect(await pictures.emoji(file)).toBeUndefined()
    const thumbnail = await pictures.thumbnail(file, box)
    // A still picture has no animation chunk.
    expect(thumbnail?.includes('ANMF')).toBe(false)
  })

  it('with many frames are animated', async () => {
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
      one.status === 'rejected' ? [one.reason as Error] : [],
    )
    expect(refused).toHaveLength(9)
    expect(refused[0]).toBeInstanceOf(PicturesBusyError)
    expect(await pictures.describe(file)).toMatchObject({ width: 40 })
  })
})
