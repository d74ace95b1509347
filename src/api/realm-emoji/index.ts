import type { Endpoint } from '../../http/endpoint'
import { getEmojiPictureEndpoint } from '../avatars/get-picture'
import { addEmojiEndpoint } from './add-emoji'
import { deactivateEmojiEndpoint } from './deactivate-emoji'
import { listEmojiEndpoint } from './list-emoji'

export const realmEmojiEndpoints: readonly Endpoint[] = [
  listEmojiEndpoint,
  addEmojiEndpoint,
  deactivateEmojiEndpoint,
  getEmojiPictureEndpoint,
]
