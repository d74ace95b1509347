import { Type } from '@sinclair/typebox'
import type { Upload } from '../../http/endpoint'
import { limits } from '../../services/limits'

export const avatarUrlSchema = Type.String({
  description: 'Absolute, or relative to the address of the server',
})

/** A picture that is shown small. */
export const pictureUpload: Upload = {
  description: 'A picture',
  maxMib: () => limits.pictureMib,
}

/** A new picture gets a new address. */
export const foreverCached = 'public, max-age=31536000, immutable'
