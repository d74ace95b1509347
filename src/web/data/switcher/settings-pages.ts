import type { Store } from '../store/store'
import type { SettingsRoute } from '../navigation/route'
import * as t from '../../texts/catalog'
import { mayInvite } from '../people/may-invite'

/** A page of a settings area, with its title and the name of the area. */
export interface SettingsPage {
  route: SettingsRoute
  title: string
  area: string
}

/** The part of the app that these checks read. */
type Stored = { readonly store: Store }
type Rights = Readonly<Record<string, (app: Stored) => boolean>>

const isMember = ({ store }: Stored) => !store.read('is_guest')
const isAdministrator = ({ store }: Stored) => store.read('is_admin')
const isOwner = ({ store }: Stored) => store.read('is_owner')

/** By key, the pages that not everybody has; the areas themselves hide the same ones. */
const rights: Readonly<Record<'settings' | 'organization', Rights>> = {
  settings: { 'your-bots': isMember },
  organization: {
    permissions: isMember,
    settings: isMember,
    invitations: mayInvite,
    integrations: isMember,
    'profile-field-settings': isAdministrator,
    'organization-level-user-defaults': isAdministrator,
    exports: isAdministrator,
    import: isOwner,
    statistics: isOwner,
    'audit-log': isOwner,
  },
}

/** Settings pages of the reader; the component runs again when a right changes. */
export function listSettingsPages(app: Stored): SettingsPage[] {
  const pages = (['settings', 'organization'] as const).flatMap((view) =>
    Object.entries(t.settingsPageTitles[view])
      .filter(([key]) => rights[view][key]?.(app) ?? true)
      .map(([key, title]) => ({ route: { view, path: [key] }, title, area: t.views[view] })),
  )
  return [
    ...pages,
    { route: { view: 'streams', path: ['all'] }, title: t.switcher.browse, area: t.views.streams },
    { route: { view: 'groups', path: [] }, title: t.views.groups, area: t.views.organization },
  ]
}
