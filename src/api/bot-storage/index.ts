import type { Endpoint } from '../../http/endpoint'
import { readStorageEndpoint } from './read-storage'
import { removeStorageEndpoint } from './remove-storage'
import { updateStorageEndpoint } from './update-storage'

export const botStorageEndpoints: readonly Endpoint[] = [
  readStorageEndpoint,
  updateStorageEndpoint,
  removeStorageEndpoint,
]
