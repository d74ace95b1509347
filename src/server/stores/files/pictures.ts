import type sharp from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { FairSemaphore } from '../../lib/fair-semaphore'
import type { Share } from '../../lib/fair-semaphore'
import { ServiceUnavailableError } from '../../../shared/api-error'

/** The displayed size of a picture, and whether it is animated. */
interface PictureFacts {
  width: number
  height: number
  isAnimated: boolean
  /** The type found in the file, whatever its sender declared. */
  contentType: string
}

/** A box that a thumbnail fits into. */
interface ThumbnailSize {
  width: number
  height: number
  isAnimated: boolean
}

interface AvatarPictures {
  normal: Buffer
  medium: Buffer
}

interface EmojiPicture {
  picture: Buffer
  extension: 'png' | 'gif'
  /** First picture of an animated emoji. */
  still: Buffer | undefined
}

/**
 * Reads and makes pictures. A file that is not a picture, or too large, gives undefined. All throw
 * PicturesBusyError when too many calls wait.
 */
interface Pictures {
  describe(file: string): Promise<PictureFacts | undefined>
  /** A WebP picture. */
  thumbnail(file: string, size: ThumbnailSize): Promise<Buffer | undefined>
  /** PNG pictures of 100 and 500 pixels. */
  avatar(file: string): Promise<AvatarPictures | undefined>
  /** A PNG picture that fits into 800 by 100 pixels. */
  logo(file: string): Promise<Buffer | undefined>
  /** 64 by 64 pixels. */
  emoji(file: string): Promise<EmojiPicture | undefined>
}

const emojiPixels = 64
/** Side lengths of avatars. */
export const avatarPixels = { normal: 100, medium: 500 }
const logoBox = { width: 800, height: 100 }
/** Max pixels of all frames together: about 200 MB during processing. */
const maxPixels = 50_000_000
/**
 * Max frames of an animation: each costs time, however small the declared size.
 * Source: docs/protocol/uploads.md#many-frames.
 */
const maxFrames = 500
/** Timeout for all the work on one file. */
const patienceSeconds = 15
/** Max waiting files: of an account, and of all. */
const mostWaitingOfAccount = 100
const mostWaiting = 1_000

/** Too many pictures are waiting to be processed. */
export class PicturesBusyError extends ServiceUnavailableError {
  constructor() {
    super(5_000)
  }
}

/** Accepted formats: of the many that the library reads, those that browsers show and that hold no code. */
const formats = ['jpeg', 'png', 'gif', 'webp', 'heif']
const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Heif'].map((name) => `VipsForeignLoad${name}File`)

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** Work on pictures in fair turns. */
export interface SharedPictures {
  /** For an account: the one that uploaded the file, so that nobody waits for the pictures of another. */
  of(share: Share): Pictures
}

/** @param atOnce how many pictures this worker processes at the same time; further ones wait */
export function createPictures(atOnce: number): SharedPictures {
  const turns = new FairSemaphore({
    ...{ mostAtOnce: atOnce, mostWaitingOfAccount, mostWaiting },
    refusal: () => new PicturesBusyError(),
  })
  return { of: (share) => createPicturesOf(share, turns) }
}

function createPicturesOf(share: Share, turns: FairSemaphore): Pictures {
  /** Runs `work` on a picture; any error means that the file is not a usable picture. */
  async function attempt<T>(
    file: string,
    work: (open: (options?: SharpOptions) => Sharp) => Promise<T>,
  ): Promise<T | undefined> {
    const sharp = await loadSharp()
    return turns.take(share, async () => {
      const endsAt = performance.now() + patienceSeconds * 1000
      const open = (options: SharpOptions = {}) => {
        const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000))
        const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
        return sharp(file, { ...limits, ...options }).timeout({ seconds })
      }
      return work(open).catch(() => undefined)
    })
  }

  async function isShownMoving(open: () => Sharp): Promise<boolean> {
    const { pages = 1 } = await open().metadata()
    return pages > 1 && pages <= maxFrames
  }

  return {
    describe: (file) =>
      attempt(file, async (open) => {
        const { format, compression, autoOrient, pages = 1, pageHeight } = await open().metadata()
        if (!formats.includes(format)) return undefined
        const { width, height } = autoOrient
        const isAnimated = pages > 1 && pages <= maxFrames
        const contentType = compression === 'av1' ? 'image/avif' : `image/${format}`
        return { width, height: pageHeight ?? height, isAnimated, contentType }
      }),

    thumbnail: (file, { width, height, isAnimated }) =>
      attempt(file, async (open) =>
        open({ animated: isAnimated && (await isShownMoving(open)) })
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

    logo: (file) =>
      attempt(file, async (open) =>
        open()
          .autoOrient()
          .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
          .png()
          .toBuffer(),
      ),

    emoji: (file) =>
      attempt(file, async (open) => {
        const { pages = 1 } = await open().metadata()
        if (pages > maxFrames) return undefined
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

/** Loaded with the first picture: it takes time and memory that many workers never need. */
function loadSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: loaders })
    sharp.cache(false)
    // One thread per picture, since several pictures are processed at once.
    sharp.concurrency(1)
    return sharp
  })
  return loading
}
