import { useApp } from '../../context/app'
import type { ProfileField, User } from '../../data/records/state'
import { dayOfField } from '../../texts/dates'
import * as t from '../../texts/catalog'
import { Markdown } from '../markdown/markdown'
import { fieldTypes, valueOf } from '../profile-fields/profile-field'
import { accountAddress, choiceText, isWebAddress } from './profile-value'
import styles from './person-card.module.css'

interface ProfileValuesProps {
  user: User
  /** Only the fields that the organization shows on cards. */
  isSummary?: boolean
}

/** The profile fields that a user has filled in. */
export function ProfileValues({ user, isSummary = false }: ProfileValuesProps) {
  const { store } = useApp()
  const fields = store
    .read('custom_profile_fields')
    .filter((field) => valueOf(user, field).length > 0)
    .filter((field) => !isSummary || field.display_in_profile_summary === true)
  if (fields.length === 0) return null
  return (
    <dl class={styles['values']}>
      {fields.map((field) => (
        <div key={field.id}>
          <dt>{field.name}</dt>
          <dd>
            <ProfileValue user={user} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ProfileValue({ user, field }: { user: User; field: ProfileField }) {
  const { store } = useApp()
  const value = valueOf(user, field)
  if (typeof value !== 'string') return <PeopleNamed ids={value} />
  const html = user.profile_data?.[String(field.id)]?.rendered_value
  if (html !== undefined) return <Markdown html={html} />
  switch (field.type) {
    case fieldTypes.list:
      return <bdi>{choiceText(field, value)}</bdi>
    case fieldTypes.date:
      return <>{dayOfField(value)}</>
    case fieldTypes.link:
      return <OutsideLink address={value} text={value} />
    case fieldTypes.account: {
      const known = store.read('realm_default_external_accounts')
      return <OutsideLink address={accountAddress(field, value, known)} text={value} />
    }
    default:
      return <bdi>{value}</bdi>
  }
}

function OutsideLink({ address, text }: { address: string | undefined; text: string }) {
  if (address === undefined || !isWebAddress(address)) return <bdi>{text}</bdi>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      <bdi>{text}</bdi>
    </a>
  )
}

/** Names of users; each opens the profile. */
function PeopleNamed({ ids }: { ids: readonly number[] }) {
  const { navigation, overlays, store } = useApp()
  const privately = (userId: number) =>
    ({ view: 'narrow', narrow: [{ operator: 'dm', operand: [userId] }] }) as const
  return (
    <ul role="list" class={styles['names']}>
      {ids.map((userId) => (
        <li key={userId}>
          {store.user(userId) ? (
            <a
              href={navigation.hrefOf(privately(userId))}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                overlays.show({ kind: 'profile', userId })
              }}
            >
              <bdi>{store.user(userId)?.full_name}</bdi>
            </a>
          ) : (
            t.sidebar.somebody
          )}
        </li>
      ))}
    </ul>
  )
}
