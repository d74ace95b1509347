import type { Endpoint } from '../../http/declare/endpoint'
import { domainsEndpoints } from './domains'
import { markStepEndpoint } from './onboarding-steps'
import { realmPicturesEndpoints } from './pictures'
import { playgroundsEndpoints } from './playgrounds'
import { commandEndpoint } from './slash-commands'
import { subdomainEndpoint } from './subdomains'
import { videoCallEndpoints } from './video-calls'
import { testWelcomeEndpoint } from './welcome-text'

/** Endpoints about the organization other than its settings. Source: docs/protocol/realm-settings.md#other-calls. */
export const realmEndpoints: readonly Endpoint[] = [
  ...realmPicturesEndpoints,
  ...domainsEndpoints,
  ...playgroundsEndpoints,
  testWelcomeEndpoint,
  markStepEndpoint,
  commandEndpoint,
  ...videoCallEndpoints,
  subdomainEndpoint,
]
