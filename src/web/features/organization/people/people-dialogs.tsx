import type { Signal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import type { User } from '../../../data/records/state'
import { DeactivateDialog } from './deactivate-dialog'
import { EditPerson } from './edit-person'
import { forEachOf } from './for-each-of'
import { PasswordDialog } from './password-dialog'
import { RoleDialog } from './role-dialog'
import { SettingsDialog } from './settings-dialog'

/** The open dialog, and the ids of its users. */
export interface PeopleDialog {
  kind:
    | 'edit'
    | 'role'
    | 'settings'
    | 'password'
    | 'sessions'
    | 'secondFactor'
    | 'deactivate'
    | 'reactivate'
  ids: readonly number[]
}

/** The open dialog, with the users' current data. */
export function PeopleDialogs({ dialog }: { dialog: Signal<PeopleDialog | undefined> }) {
  const { store } = useApp()
  const opened = dialog.value
  if (!opened) return null
  const people = opened.ids.flatMap((id) => store.user(id) ?? [])
  const [person] = people
  if (!person) return null
  const props = { people, onClose: () => void (dialog.value = undefined) }
  switch (opened.kind) {
    case 'edit':
      return <EditPerson person={person} onClose={props.onClose} />
    case 'role':
      return <RoleDialog {...props} />
    case 'settings':
      return <SettingsDialog {...props} />
    case 'password':
      return <PasswordDialog person={person} onClose={props.onClose} />
    case 'sessions':
      return <EndSessions {...props} />
    case 'secondFactor':
      return <RemoveSecondFactor person={person} onClose={props.onClose} />
    case 'deactivate':
      return <DeactivateDialog {...props} />
    case 'reactivate':
      return <Reactivate {...props} />
  }
}

interface DialogProps {
  people: readonly User[]
  onClose: () => void
}

function EndSessions({ people, onClose }: DialogProps) {
  const { toasts } = useApp()
  return (
    <ConfirmDialog
      title={t.peopleTable.endSessionsOf(namesOf(people))}
      action={t.peopleTable.endSessions}
      onClose={onClose}
      onConfirm={async () => {
        await forEachOf(people, ({ user_id }) =>
          call('DELETE /users/{user_id}/sessions', { user_id }),
        )
        toasts.say(t.peopleTable.sessionsEnded(namesOf(people)))
      }}
    >
      <p>{t.peopleTable.endSessionsWarning}</p>
    </ConfirmDialog>
  )
}

function RemoveSecondFactor({ person, onClose }: { person: User; onClose: () => void }) {
  const { toasts } = useApp()
  const { user_id, full_name: name } = person
  return (
    <ConfirmDialog
      title={t.secondFactor.removeTitle(name)}
      action={t.secondFactor.removeFrom}
      onClose={onClose}
      onConfirm={async () => {
        await call('DELETE /users/{user_id}/second_factor', { user_id })
        toasts.say(t.secondFactor.removed(name))
      }}
    >
      <p>{t.secondFactor.removeAbout}</p>
    </ConfirmDialog>
  )
}

function Reactivate({ people, onClose }: DialogProps) {
  const { toasts } = useApp()
  return (
    <ConfirmDialog
      title={t.peopleTable.reactivateTitle(namesOf(people))}
      action={t.peopleTable.reactivate}
      onClose={onClose}
      onConfirm={async () => {
        await forEachOf(people, ({ user_id }) =>
          call('POST /users/{user_id}/reactivate', { user_id }),
        )
        toasts.say(t.peopleTable.wereReactivated(namesOf(people)))
      }}
    >
      <p>{t.peopleTable.reactivateNote}</p>
    </ConfirmDialog>
  )
}

function namesOf(people: readonly User[]): string {
  return t.groupPicker.list(people.map(({ full_name: name }) => name))
}
