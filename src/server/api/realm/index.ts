import type { Endpoint } from '../../http/declare/endpoint'
import { domainsEndpoints } from './domains'
import { realmPicturesEndpoints } from './pictures'
import { playgroundsEndpoints } from './playgrounds'
import { smallRealmCalls } from './small-calls'

/** Endpoints about the organization other than its settings. Source: docs/protocol/realm-settings.md#other-calls. */
export const realmEndpoints: readonly Endpoint[] = [
  ...realmPicturesEndpoints,
  ...domainsEndpoints,
  ...playgroundsEndpoints,
  ...smallRealmCalls,
]
