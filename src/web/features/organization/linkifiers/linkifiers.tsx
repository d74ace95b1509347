import { useSignal } from '@preact/signals'
import { call } from '../../../data/api/call'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import { IconButton } from '../../../ui/icon-button/icon-button'
import { OrderedList } from '../../../ui/ordered-list/ordered-list'
import type { Linkifier } from '../../../data/records/state'
import { LinkifierForm } from './linkifier-form'
import { TestField } from './test-field'
import styles from './linkifiers.module.css'

/** Settings of linkifiers. */
export function Linkifiers() {
  const { store } = useApp()
  const linkifiers = store.read('realm_linkifiers')
  const isAdmin = store.read('is_admin')
  const edited = useSignal<Linkifier | undefined>(undefined)
  const removed = useSignal<Linkifier | undefined>(undefined)

  const chosen = removed.value
  return (
    <>
      <p>{t.linkifiers.about}</p>
      <OrderedList
        label={t.linkifiers.list}
        items={linkifiers}
        keyOf={({ id }) => id}
        nameOf={({ pattern }) => pattern}
        canOrder={isAdmin}
        none={t.linkifiers.none}
        onOrder={(ids) => call('PATCH /realm/linkifiers', { ordered_linkifier_ids: ids })}
        draw={(linkifier) => (
          <>
            <div class={styles['what']}>
              <code>{linkifier.pattern}</code>
              <span class={styles['template']}>{linkifier.url_template}</span>
            </div>
            {isAdmin && (
              <span class={styles['tools']}>
                <IconButton
                  icon="pencil"
                  label={t.linkifiers.editOf(linkifier.pattern)}
                  onClick={() => (edited.value = linkifier)}
                />
                <IconButton
                  icon="trash-2"
                  label={`${t.linkifiers.remove} ${linkifier.pattern}`}
                  onClick={() => (removed.value = linkifier)}
                />
              </span>
            )}
          </>
        )}
      />
      <TestField />
      {isAdmin && (
        <>
          <h3>{t.linkifiers.add}</h3>
          <LinkifierForm />
        </>
      )}
      {edited.value && (
        <Dialog
          title={t.linkifiers.editOf(edited.value.pattern)}
          onClose={() => (edited.value = undefined)}
          keepsOnClickBeside
        >
          <LinkifierForm linkifier={edited.value} onSaved={() => (edited.value = undefined)} />
        </Dialog>
      )}
      {chosen && (
        <ConfirmDialog
          title={t.linkifiers.removeOf(chosen.pattern)}
          action={t.linkifiers.remove}
          isDangerous
          onClose={() => (removed.value = undefined)}
          onConfirm={() => call('DELETE /realm/filters/{filter_id}', { filter_id: chosen.id })}
        >
          <p>{t.linkifiers.removeNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
