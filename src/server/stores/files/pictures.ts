import type sharp from 'sharp'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { decodedBytes, mostDeclaredPixels, mostDecodedBytes } from './picture-cost'
import { PictureTurns } from './picture-turns'
import type { Share } from '../../lib/fair-semaphore'
import { ServiceUnavailableError } from '../../lib/api-error'

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
/** Max pixels of all frames together, which bounds the work; `mostDecodedBytes` bounds the memory. */
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

/** An accepted picture whose header was read. */
interface ReadablePicture {
  header: Metadata
  /** Whether its frames together fit into the bounds. */
  isAnimated: boolean
  /** The bytes that decoding takes, without and with the further frames. */
  still: number
  animated: number
}

type Open = (options?: SharpOptions) => Sharp

/** Work on pictures in fair turns. */
export interface SharedPictures {
  /** For an account: the one that uploaded the file, so that nobody waits for the pictures of another. */
  of(share: Share): Pictures
}

/** @param atOnce how many pictures this worker processes at the same time; further ones wait */
export function createPictures(atOnce: number): SharedPictures {
  const turns = new PictureTurns({
    ...{ mostAtOnce: atOnce, mostWaitingOfAccount, mostWaiting },
    refusal: () => new PicturesBusyError(),
  })
  return { of: (share) => createPicturesOf(share, turns) }
}

function createPicturesOf(share: Share, turns: PictureTurns): Pictures {
  /** Reads a picture's header, without decoding. An unusable picture, or one that costs too much memory, gives undefined. */
  async function read(file: string): Promise<ReadablePicture | undefined> {
    const open = await opener(file)
    return turns.take(share, 0, () => readHeader(file, open).catch(() => undefined))
  }

  /** Runs `work` on a picture; any error means that the file is not a usable picture. */
  async function attempt<T>(
    file: string,
    { withFrames }: { withFrames: boolean },
    work: (open: Open, picture: ReadablePicture) => Promise<T>,
  ): Promise<T | undefined> {
    const picture = await read(file)
    if (!picture) return undefined
    const bytes = withFrames && picture.isAnimated ? picture.animated : picture.still
    return turns.take(share, bytes, async () => {
      const open = await opener(file)
      return work(open, picture).catch(() => undefined)
    })
  }

  return {
    describe: async (file) => {
      const picture = await read(file)
      if (!picture) return undefined
      const { format, compression, autoOrient, pageHeight } = picture.header
      const { width, height } = autoOrient
      const contentType = compression === 'av1' ? 'image/avif' : `image/${format}`
      const { isAnimated } = picture
      return { width, height: pageHeight ?? height, isAnimated, contentType }
    },

    thumbnail: (file, { width, height, isAnimated: withFrames }) =>
      attempt(file, { withFrames }, async (open, { isAnimated }) =>
        open({ animated: withFrames && isAnimated })
          .autoOrient()
          .resize({ width, height, fit: 'inside', withoutEnlargement: true })
          .webp()
          .toBuffer(),
      ),

    avatar: (file) =>
      attempt(file, { withFrames: false }, async (open) => {
        const square = (pixels: number) =>
          open().autoOrient().resize(pixels, pixels, { fit: 'cover' }).png().toBuffer()
        return {
          normal: await square(avatarPixels.normal),
          medium: await square(avatarPixels.medium),
        }
      }),

    logo: (file) =>
      attempt(file, { withFrames: false }, async (open) =>
        open()
          .autoOrient()
          .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
          .png()
          .toBuffer(),
      ),

    emoji: (file) =>
      attempt(file, { withFrames: true }, async (open, { header: { pages = 1 }, isAnimated }) => {
        if (pages > 1 && !isAnimated) return undefined
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

async function readHeader(file: string, open: Open): Promise<ReadablePicture | undefined> {
  const header = await open().metadata()
  if (!formats.includes(header.format)) return undefined
  const { pages = 1, width } = header
  const framePixels = width * (header.pageHeight ?? header.height)
  const declared = header.format === 'heif' ? await mostDeclaredPixels(file) : framePixels
  const still = decodedBytes(header, Math.max(framePixels, declared))
  if (still > mostDecodedBytes) return undefined
  const animated = still * pages
  const fits = framePixels * pages <= maxPixels && animated <= mostDecodedBytes
  return { header, isAnimated: pages > 1 && pages <= maxFrames && fits, still, animated }
}

/** Makes a function that opens the file; everything that was opened through it shares one timeout. */
async function opener(file: string): Promise<Open> {
  const sharp = await loadSharp()
  const endsAt = performance.now() + patienceSeconds * 1000
  return (options = {}) => {
    const seconds = Math.max(1, Math.ceil((endsAt - performance.now()) / 1000))
    const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
    return sharp(file, { ...limits, ...options }).timeout({ seconds })
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
