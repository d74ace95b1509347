import type { Endpoint } from '../../http/endpoint'
import { changeAvatarEndpoint } from './change-avatar'
import { findAvatarEndpoint, findMediumAvatarEndpoint } from './find-avatar'
import { getAvatarPictureEndpoint } from './get-picture'
import { removeAvatarEndpoint } from './remove-avatar'

export const avatarsEndpoints: readonly Endpoint[] = [
  changeAvatarEndpoint,
  removeAvatarEndpoint,
  findAvatarEndpoint,
  findMediumAvatarEndpoint,
  getAvatarPictureEndpoint,
]
