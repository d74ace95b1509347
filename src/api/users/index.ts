import type { Endpoint } from '../../http/endpoint'
import { createUserEndpoint } from './create-user'
import { deactivateOwnAccountEndpoint } from './deactivate-own-account'
import { deactivateUserEndpoint } from './deactivate-user'
import { getOwnProfileEndpoint } from './get-own-profile'
import { getPointerEndpoint } from './get-pointer'
import { getUserEndpoint } from './get-user'
import { listUsersEndpoint } from './list-users'
import { movePointerEndpoint, putPointerEndpoint } from './move-pointer'
import { reactivateUserEndpoint } from './reactivate-user'
import { regenerateOwnKeyEndpoint } from './regenerate-own-key'
import { updateUserEndpoint } from './update-user'

export const usersEndpoints: readonly Endpoint[] = [
  getOwnProfileEndpoint,
  listUsersEndpoint,
  createUserEndpoint,
  getUserEndpoint,
  updateUserEndpoint,
  deactivateUserEndpoint,
  reactivateUserEndpoint,
  deactivateOwnAccountEndpoint,
  regenerateOwnKeyEndpoint,
  getPointerEndpoint,
  movePointerEndpoint,
  putPointerEndpoint,
]
