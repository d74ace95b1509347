import { call } from '../../../data/api/call'
import * as t from '../../../texts/catalog'
import { useForm } from '../../../parts/form/use-form'
import { CheckField, SelectField, TextField } from '../../../ui/form/fields'
import { FieldRefusal, Form } from '../../../ui/form/form'
import { attributeOptions, kindNames, kinds, optionsOf, silentKinds } from './kinds'
import type { Provider } from './kinds'

interface ProviderFormProps {
  /** The provider to edit; undefined adds one. */
  provider?: Provider
  onSaved: () => void
}

/** Settings of an identity provider. */
export function ProviderForm({ provider, onSaved }: ProviderFormProps) {
  const options = provider?.options
  const form = useForm(
    `identity-providers/${provider?.slug ?? ''}`,
    {
      kind: provider?.kind ?? 'oidc',
      slug: provider?.slug ?? '',
      display_name: provider?.display_name ?? '',
      client_id: options?.client_id ?? '',
      secret: '',
      issuer: options?.issuer ?? '',
      tenant: options?.tenant ?? '',
      hosted_domain: options?.hosted_domain ?? '',
      metadata: '',
      metadata_url: options?.metadata_url ?? '',
      entity_id: options?.entity_id ?? '',
      sso_url: options?.sso_url ?? '',
      certificates: options?.certificates?.join('\n\n') ?? '',
      id_attribute: options?.id_attribute ?? '',
      email_attribute: options?.email_attribute ?? '',
      full_name_attribute: options?.full_name_attribute ?? '',
      first_name_attribute: options?.first_name_attribute ?? '',
      last_name_attribute: options?.last_name_attribute ?? '',
      allows_idp_initiated: options?.allows_idp_initiated ?? false,
      is_enabled: provider?.is_enabled ?? true,
      signs_up_at_once: provider?.signs_up_at_once ?? false,
      updates_addresses: options?.updates_addresses ?? false,
      trusts_addresses: options?.trusts_addresses ?? provider?.kind === 'entra',
    },
    { isSecret: true },
  )
  const { kind } = form.values.value
  const isSaml = kind === 'saml'

  return (
    <Form
      form={form}
      label={provider ? t.identityProviders.editOf(provider.display_name) : t.identityProviders.add}
      submit={provider ? t.form.save : t.identityProviders.add}
      onSaved={onSaved}
      fieldOf={({ message }) =>
        [...optionsOf[kind], 'client_id', 'certificates', 'metadata'].find((name) =>
          message.includes(name),
        ) ?? (/button/.test(message) ? 'display_name' : /address|named/.test(message) ? 'slug' : '')
      }
      onSubmit={(values) => {
        const required = ['display_name', 'slug', 'client_id'] as const
        for (const field of isSaml ? required.slice(0, 2) : required) {
          if (values[field].trim() === '') throw new FieldRefusal(field, t.form.required)
        }
        const more = optionsOf[kind].filter((name) => values[name].trim() !== '')
        const settings = {
          display_name: values.display_name,
          options: {
            ...(isSaml
              ? {
                  allows_idp_initiated: values.allows_idp_initiated,
                  ...(values.certificates.trim() && { certificates: [values.certificates] }),
                }
              : { client_id: values.client_id.trim() }),
            ...Object.fromEntries(more.map((name) => [name, values[name].trim()])),
            ...(silentKinds.includes(kind) && { trusts_addresses: values.trusts_addresses }),
            ...(options?.icon_url !== undefined && { icon_url: options.icon_url }),
            updates_addresses: values.updates_addresses,
          },
          ...(isSaml && values.metadata.trim() && { metadata: values.metadata }),
          ...(!isSaml && values.secret !== '' && { secret: values.secret }),
          is_enabled: values.is_enabled,
          signs_up_at_once: values.signs_up_at_once,
        }
        const { slug } = values
        return provider
          ? call('PATCH /realm/identity_providers/{slug}', { slug, ...settings })
          : call('POST /realm/identity_providers', { slug, kind, ...settings })
      }}
    >
      {!provider && (
        <>
          <SelectField
            name="kind"
            label={t.identityProviders.kind}
            choices={kinds.map((value) => ({ value, label: kindNames[value] }))}
          />
          <TextField
            name="slug"
            label={t.identityProviders.slug}
            hint={t.identityProviders.slugHint}
            maxLength={40}
          />
        </>
      )}
      <TextField name="display_name" label={t.identityProviders.name} maxLength={60} />
      {optionsOf[kind].includes('issuer') && (
        <TextField
          name="issuer"
          type="url"
          label={t.identityProviders.issuer}
          hint={kind === 'gitlab' ? 'https://gitlab.com' : t.identityProviders.issuerHint}
          maxLength={500}
        />
      )}
      {optionsOf[kind].includes('tenant') && (
        <TextField name="tenant" label={t.identityProviders.tenant} maxLength={100} />
      )}
      {isSaml ? (
        <SamlFields />
      ) : (
        <>
          <TextField name="client_id" label={t.identityProviders.clientId} maxLength={500} />
          <TextField
            name="secret"
            type="password"
            label={t.identityProviders.secret}
            hint={provider?.has_secret === true && t.identityProviders.secretKept}
            autocomplete="off"
          />
        </>
      )}
      {optionsOf[kind].includes('hosted_domain') && (
        <TextField name="hosted_domain" label={t.identityProviders.hostedDomain} maxLength={253} />
      )}
      <CheckField name="signs_up_at_once" label={t.identityProviders.signsUpAtOnce} />
      <CheckField name="updates_addresses" label={t.identityProviders.updatesAddresses} />
      {silentKinds.includes(kind) && (
        <CheckField name="trusts_addresses" label={t.identityProviders.trustsAddresses} />
      )}
      <CheckField
        name="is_enabled"
        label={t.identityProviders.isEnabled}
        hint={provider && t.identityProviders.isEnabledHint}
      />
    </Form>
  )
}

function SamlFields() {
  const texts = t.identityProviders.saml
  return (
    <>
      <TextField name="metadata_url" type="url" label={texts.metadata_url} maxLength={1_000} />
      <TextField name="metadata" label={texts.metadata} lines={3} />
      <p class="row-note">{texts.orTyped}</p>
      <TextField name="entity_id" label={texts.entity_id} maxLength={1_000} />
      <TextField name="sso_url" type="url" label={texts.sso_url} maxLength={1_000} />
      <TextField
        name="certificates"
        label={texts.certificates}
        hint={texts.certificatesHint}
        lines={3}
      />
      {attributeOptions.map((name) => (
        <TextField key={name} name={name} label={texts[name]} maxLength={200} />
      ))}
      <p class="row-note">{texts.attributesNote}</p>
      <CheckField
        name="allows_idp_initiated"
        label={texts.allows_idp_initiated}
        hint={texts.initiatedHint}
      />
    </>
  )
}
