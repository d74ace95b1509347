import type { Endpoint } from '../../http/declare/endpoint'
import {
  createUserEndpoint,
  deactivateUserEndpoint,
  endSessionsEndpoint,
  reactivateUserEndpoint,
  updateUserEndpoint,
} from './change-users'
import {
  deactivateOwnAccountEndpoint,
  getOwnProfileEndpoint,
  getPointerEndpoint,
  movePointerEndpoint,
  putPointerEndpoint,
  regenerateOwnKeyEndpoint,
} from './own-account'
import { getUserEndpoint, listUsersEndpoint } from './read-users'

export const usersEndpoints: readonly Endpoint[] = [
  getOwnProfileEndpoint,
  listUsersEndpoint,
  createUserEndpoint,
  getUserEndpoint,
  updateUserEndpoint,
  deactivateUserEndpoint,
  reactivateUserEndpoint,
  endSessionsEndpoint,
  deactivateOwnAccountEndpoint,
  regenerateOwnKeyEndpoint,
  getPointerEndpoint,
  movePointerEndpoint,
  putPointerEndpoint,
]
