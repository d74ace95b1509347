import { useApp } from '../../context/app'
import { roles } from '../../../shared/rules/roles'
import * as t from '../../texts/catalog'

/** The word behind the name of a guest, if the organization marks guests. */
export function GuestMark({ role }: { role: number | undefined }) {
  return role === roles.guest && useApp().store.read('realm_enable_guest_user_indicator') ? (
    <small>{t.message.guest}</small>
  ) : null
}
