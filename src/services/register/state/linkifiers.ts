import { Type } from '@sinclair/typebox'
import { filterSchema, linkifierSchema } from '../../../wire/linkifiers'
import { listFilters, listLinkifiers } from '../../linkifiers/list'
import { stateFamily } from './family'

/** Linkifiers, for clients that say that they can read their templates. Source: client notes 5. */
export const linkifiersState = stateFamily({
  fetchTypes: ['realm_linkifiers'],
  keys: { realm_linkifiers: Type.Array(linkifierSchema) },

  async read({ db, account, can }) {
    const isEmpty = !account.realm_linkifiers_version || !can('linkifier_url_template')
    return { realm_linkifiers: isEmpty ? [] : await listLinkifiers(db, account.realm_id) }
  },
})

/** The same for older clients. */
export const filtersState = stateFamily({
  fetchTypes: ['realm_filters'],
  keys: { realm_filters: Type.Array(filterSchema) },

  async read({ db, account }) {
    const isEmpty = !account.realm_linkifiers_version
    return { realm_filters: isEmpty ? [] : await listFilters(db, account.realm_id) }
  },
})
