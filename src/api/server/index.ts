import type { Endpoint } from '../../http/endpoint'
import { fetchApiKeyEndpoint } from './fetch-api-key'
import { getServerSettingsEndpoint } from './get-server-settings'

export const serverEndpoints: readonly Endpoint[] = [getServerSettingsEndpoint, fetchApiKeyEndpoint]
