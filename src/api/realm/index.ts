import type { Endpoint } from '../../http/declare/endpoint'
import { domainsEndpoints } from './domains'
import { realmPicturesEndpoints } from './pictures'
import { playgroundsEndpoints } from './playgrounds'
import { smallRealmCalls } from './small-calls'

/** What belongs to the organisation beside its settings. Source: docs/protocol/realm-settings.md#other-calls. */
export const realmEndpoints: readonly Endpoint[] = [
  ...realmPicturesEndpoints,
  ...domainsEndpoints,
  ...playgroundsEndpoints,
  ...smallRealmCalls,
]
