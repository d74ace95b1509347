import type { Objection } from '../../../shared/user-groups'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { call } from '../../data/api/call'
import { RefusedError } from '../../data/api/errors'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog'
import { Dialog } from '../../ui/dialog/dialog'
import { nameOfGroup } from '../../data/people/group-values'
import type { SettingsRoute } from '../../data/navigation/route'
import type { UserGroup } from '../../data/records/state'
import styles from '../streams/streams.module.css'

interface DeactivateDialogProps {
  group: UserGroup
  onClose: () => void
}

/** Deactivates a group; if the group is in use, lists its uses with links. */
export function DeactivateDialog({ group, onClose }: DeactivateDialogProps) {
  const uses = useSignal<readonly Objection[] | undefined>(undefined)
  const isRefused = uses.value !== undefined

  async function deactivate(): Promise<void> {
    try {
      await call('POST /user_groups/{user_group_id}/deactivate', { user_group_id: group.id })
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== 'CANNOT_DEACTIVATE_GROUP_IN_USE') {
        throw error
      }
      uses.value = error.body['objections'] as Objection[]
    }
  }

  if (isRefused) return <InUse group={group} uses={uses.value ?? []} onClose={onClose} />
  return (
    <ConfirmDialog
      title={t.groupGeneral.deactivateTitle(group.name)}
      action={t.groupGeneral.deactivate}
      isDangerous
      onConfirm={deactivate}
      // `onClose` follows success and refusal; on a refusal, the dialog stays open and shows the uses.
      onClose={() => uses.peek() === undefined && onClose()}
    >
      <p>{t.groupGeneral.deactivateWarning}</p>
    </ConfirmDialog>
  )
}

interface InUseProps extends DeactivateDialogProps {
  uses: readonly Objection[]
}

function InUse({ group, uses, onClose }: InUseProps) {
  const { store, navigation } = useApp()
  const groups = store.read('realm_user_groups')
  const nameOf = (id: number) => {
    const other = groups.find((one) => one.id === id)
    return other ? nameOfGroup(other) : String(id)
  }
  const link = (place: SettingsRoute, text: string): ComponentChildren => (
    <li key={text}>
      <a href={navigation.hrefOf(place)} onClick={onClose}>
        {text}
      </a>
    </li>
  )

  function linesOf(use: Objection): ComponentChildren {
    switch (use.type) {
      case 'subgroup':
        return use.supergroup_ids.map((id) =>
          link(
            { view: 'groups', path: [String(id), 'members'] },
            t.groupGeneral.usedInGroup(nameOf(id)),
          ),
        )
      case 'user_group':
        return use.settings.map((name) =>
          link(
            { view: 'groups', path: [String(use.group_id), 'permissions'] },
            t.groupGeneral.usedByGroup(
              nameOf(use.group_id),
              t.groupPermissions.names[name] ?? inWords(name),
            ),
          ),
        )
      case 'channel': {
        const stream = store.stream(use.channel_id)
        return use.settings.map((name) => {
          const what = t.streamPermissions.names[name] ?? inWords(name)
          const text = t.groupGeneral.usedInStream(
            stream?.name ?? t.groupGeneral.hiddenStream,
            what,
          )
          const path = [String(use.channel_id), stream?.name ?? '', 'permissions']
          return stream ? link({ view: 'streams', path }, text) : <li key={text}>{text}</li>
        })
      }
      case 'realm':
        return use.settings.map((name) =>
          link(
            { view: 'organization', path: ['permissions'] },
            t.groupGeneral.usedInRealm(t.realmSettings[name]?.label ?? inWords(name)),
          ),
        )
    }
  }

  return (
    <Dialog title={t.groupGeneral.inUseTitle(group.name)} size="small" onClose={onClose}>
      <p>{t.groupGeneral.inUse}</p>
      <ul class={styles['uses']}>{uses.map(linesOf)}</ul>
    </Dialog>
  )
}

/** Readable name of a setting without a text of its own. */
function inWords(name: string): string {
  return name.replace(/^can_|_group$/g, '').replaceAll('_', ' ')
}
