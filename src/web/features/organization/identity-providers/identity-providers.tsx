import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../../data/api/call'
import { reasonOf } from '../../../lib/reason-of'
import * as t from '../../../texts/catalog'
import { CopyButton } from '../../../parts/copy-button/copy-button'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog'
import { Dialog } from '../../../ui/dialog/dialog'
import { Loading } from '../../../ui/loaded/loading'
import { ClaimRules } from './claim-rules'
import { DirectorySync } from './directory-sync'
import { kindNames } from './kinds'
import type { Provider } from './kinds'
import { ProviderForm } from './provider-form'
import { ProviderTest } from './provider-test'
import { ScimTokens } from './scim-tokens'
import styles from './identity-providers.module.css'

/** The dialog that is open. */
type Open = { what: 'edit' | 'rules' | 'test' | 'remove'; provider: Provider } | { what: 'add' }

/** The identity providers of the organization; for owners. */
export function IdentityProviders() {
  const providers = useSignal<readonly Provider[] | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const open = useSignal<Open | undefined>(undefined)
  const close = () => (open.value = undefined)

  async function load(): Promise<void> {
    refusal.value = undefined
    try {
      providers.value = (await call('GET /realm/identity_providers')).identity_providers
    } catch (error) {
      refusal.value = reasonOf(error)
    }
  }
  useEffect(() => void load(), [])

  const onSaved = () => {
    close()
    void load()
  }
  const list = providers.value
  if (!list) return <Loading refusal={refusal.value} onRetry={() => void load()} />
  const shown = open.value
  return (
    <>
      <p>{t.identityProviders.about}</p>
      {list.length === 0 && <p class="row-note">{t.identityProviders.none}</p>}
      <ul role="list" class={styles['list']} aria-label={t.identityProviders.title}>
        {list.map((provider) => (
          <Row
            key={provider.slug}
            provider={provider}
            onOpen={(what) => (open.value = { what, provider })}
            onChanged={() => void load()}
          />
        ))}
      </ul>
      <button
        type="button"
        class={`button ${styles['add']} ${list.length === 0 ? 'primary' : ''}`}
        onClick={() => (open.value = { what: 'add' })}
      >
        {t.identityProviders.add}
      </button>
      <ScimTokens />
      {shown?.what === 'add' && (
        <Dialog title={t.identityProviders.add} onClose={close} keepsOnClickBeside>
          <ProviderForm onSaved={onSaved} />
        </Dialog>
      )}
      {shown?.what === 'edit' && (
        <Dialog
          title={t.identityProviders.editOf(shown.provider.display_name)}
          onClose={close}
          keepsOnClickBeside
        >
          <ProviderForm provider={shown.provider} onSaved={onSaved} />
        </Dialog>
      )}
      {shown?.what === 'rules' && (
        <Dialog
          title={t.claimRules.titleOf(shown.provider.display_name)}
          onClose={close}
          keepsOnClickBeside
        >
          <ClaimRules provider={shown.provider} onSaved={onSaved} />
        </Dialog>
      )}
      {shown?.what === 'test' && (
        <Dialog title={t.identityProviders.testOf(shown.provider.display_name)} onClose={close}>
          <ProviderTest provider={shown.provider} />
        </Dialog>
      )}
      {shown?.what === 'remove' && (
        <ConfirmDialog
          title={t.identityProviders.removeOf(shown.provider.display_name)}
          action={t.identityProviders.remove}
          isDangerous
          onClose={close}
          onConfirm={async () => {
            const { slug } = shown.provider
            await call('DELETE /realm/identity_providers/{slug}', { slug })
            await load()
          }}
        >
          <p>{t.identityProviders.removeNote}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface RowProps {
  provider: Provider
  onOpen: (what: 'edit' | 'rules' | 'test' | 'remove') => void
  onChanged: () => void
}

function Row({ provider, onOpen, onChanged }: RowProps) {
  const { display_name: name, kind, is_enabled: isEnabled } = provider
  const { redirect_uri: redirect, metadata_uri: entityId, is_managed: isManaged } = provider
  return (
    <li class={styles['provider']} aria-label={name}>
      <h3>
        {name} {!isEnabled && <span class={styles['off']}>{t.identityProviders.off}</span>}
      </h3>
      <p>{kindNames[kind]}</p>
      {isManaged && <p class="row-note">{t.identityProviders.isManaged}</p>}
      {provider.metadata_fault !== null && (
        <p class="notice bad">
          {t.identityProviders.metadataFault} {provider.metadata_fault}
        </p>
      )}
      {kind === 'ldap' ? (
        <DirectorySync provider={provider} onChanged={onChanged} />
      ) : (
        <p class={styles['redirect']}>
          {t.identityProviders.redirect}: <code>{redirect}</code>
        </p>
      )}
      {entityId !== null && (
        <p class={styles['redirect']}>
          {t.identityProviders.saml.ownEntityId}: <code>{entityId}</code>
        </p>
      )}
      <div class={styles['tools']}>
        {kind !== 'ldap' && <CopyButton text={redirect} label={t.identityProviders.copy} />}
        {entityId !== null && (
          <CopyButton text={entityId} label={t.identityProviders.saml.copyEntityId} />
        )}
        {(isManaged ? (['test'] as const) : (['test', 'edit', 'rules', 'remove'] as const)).map(
          (what) => (
            <button key={what} type="button" class="button" onClick={() => onOpen(what)}>
              {what === 'rules' ? t.claimRules.open : t.identityProviders[what]}
            </button>
          ),
        )}
      </div>
    </li>
  )
}
