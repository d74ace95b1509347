import type sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'

/** The size of a picture as it is shown, and whether it moves. */
export interface PictureFacts {
  width: number
  height: number
  isAnimated: boolean
}

/** A box that a thumbnail fits into. */
export interface ThumbnailSize {
  width: number
  height: number
  isAnimated: boolean
}

export interface AvatarPictures {
  normal: Buffer
  medium: Buffer
}

export interface EmojiPicture {
  picture: Buffer
  extension: 'png' | 'gif'
  /** First picture of an animated emoji. */
  still: Buffer | undefined
}

/** Reads and makes pictures. What is no picture, or too large a one, gives undefined. */
export interface Pictures {
  describe(file: string): Promise<PictureFacts | undefined>
  /** A WebP picture. */
  thumbnail(file: string, size: ThumbnailSize): Promise<Buffer | undefined>
  /** PNG pictures of 100 and 500 pixels. */
  avatar(file: string): Promise<AvatarPictures | undefined>
  /** 64 by 64 pixels. */
  emoji(file: string): Promise<EmojiPicture | undefined>
}

const emojiPixels = 64
const avatarPixels = { normal: 100, medium: 500 }
/** The most pixels of all frames together: about 200 MB while it is worked on. */
const maxPixels = 50_000_000
const patienceSeconds = 20

/**
 * Formats of pictures: of the many that the library reads those that browsers show and that hold no
 * code.
 */
const formats = ['jpeg', 'png', 'gif', 'webp', 'heif']
const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}File`)

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** @param atOnce how many pictures this worker works on at the same time; the others wait */
export function createPictures(atOnce: number): Pictures {
  const inTurn = takeTurns(atOnce)

  /** Runs `work` on a picture; whatever goes wrong then is the fault of the file. */
  async function attempt<T>(
    file: string,
    work: (open: (options?: SharpOptions) => Sharp) => Promise<T>,
  ): Promise<T | undefined> {
    const sharp = await loadSharp()
    const open = (options: SharpOptions = {}) =>
      sharp(file, { limitInputPixels: maxPixels, failOn: 'error', ...options }).timeout({
        seconds: patienceSeconds,
      })
    return inTurn(() => work(open).catch(() => undefined))
  }

  return {
    describe: (file) =>
      attempt(file, async (open) => {
        const { format, autoOrient, pages = 1, pageHeight } = await open().metadata()
        if (!formats.includes(format)) return undefined
        const { width, height } = autoOrient
        return { width, height: pageHeight ?? height, isAnimated: pages > 1 }
      }),

    thumbnail: (file, { width, height, isAnimated }) =>
      attempt(file, (open) =>
        open({ animated: isAnimated })
          .autoOrient()
          .resize({ width, height, fit: 'inside', withoutEnlargement: true })
          .webp()
          .toBuffer(),
      ),

    avatar: (file) =>
      attempt(file, async (open) => {
        const square = (pixels: number) =>
          open().autoOrient().resize(pixels, pixels, { fit: 'cover' }).png().toBuffer()
        return {
          normal: await square(avatarPixels.normal),
          medium: await square(avatarPixels.medium),
        }
      }),

    emoji: (file) =>
      attempt(file, async (open) => {
        const { pages = 1 } = await open().metadata()
        const square = (animated: boolean) =>
          open({ animated })
            .autoOrient()
            .resize(emojiPixels, emojiPixels, { fit: 'contain', background: clear })
        const still = await square(false).png().toBuffer()
        if (pages === 1) return { picture: still, extension: 'png', still: undefined }
        return { picture: await square(true).gif().toBuffer(), extension: 'gif', still }
      }),
  }
}

let loading: Promise<typeof sharp> | undefined

/** Loaded when the first picture comes: it takes time and memory that many workers never need. */
function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    sharp.cache(false)
    // Several pictures are worked on at once already.
    sharp.concurrency(1)
    return sharp
  })
  return loading
}

/** Lets no more than so many calls run at once, the others in the order in which they came. */
function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
