import type { Endpoint } from '../../http/endpoint'
import { addLinkifierEndpoint } from './add-linkifier'
import { listFiltersEndpoint } from './list-filters'
import { listLinkifiersEndpoint } from './list-linkifiers'
import { removeLinkifierEndpoint } from './remove-linkifier'
import { reorderLinkifiersEndpoint } from './reorder-linkifiers'
import { updateLinkifierEndpoint } from './update-linkifier'

export const linkifiersEndpoints: readonly Endpoint[] = [
  listLinkifiersEndpoint,
  reorderLinkifiersEndpoint,
  listFiltersEndpoint,
  addLinkifierEndpoint,
  updateLinkifierEndpoint,
  removeLinkifierEndpoint,
]
