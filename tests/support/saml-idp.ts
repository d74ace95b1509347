import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { portOf } from './own-ports'

/** The request of a service, as it came with a browser. */
export interface AuthnRequest {
  id: string
  acsUrl: string
  entityId: string
  relayState: string
}

/** Facts of a response; undefined leaves an attribute out. */
export interface Facts {
  assertionId: string
  nameId: string
  nameIdFormat: string
  attributes: Readonly<Record<string, string>>
  issuer: string
  audience: string
  destination: string | undefined
  recipient: string | undefined
  inResponseTo: string | undefined
  /** Seconds from now. */
  validFrom: number
  validFor: number
  status: string
}

/** The parts that are signed, in the order of signing. */
export type Signed = readonly ('assertion' | 'response' | 'logout')[]

interface Pair {
  key: KeyObject
  /** DER in base64. */
  certificate: string
}

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const statuses = 'urn:oasis:names:tc:SAML:2.0:status:'

/** An identity provider that speaks SAML 2.0, and says what a test asks it to. */
export class SamlIdp {
  #pair = makePair()
  #server: Server | undefined
  /** Facts of the answers of its page. */
  person: Partial<Facts> = {}

  constructor(readonly entityId: string) {}

  get certificate(): string {
    return this.#pair.certificate
  }

  /** Options with which an organization knows the provider. */
  get options() {
    const { entityId: entity_id, certificate } = this
    return { entity_id, sso_url: this.ssoUrl, certificates: [certificate] }
  }

  /** Another host than that of the servers under test: to a browser, another site. */
  get url(): string {
    return this.#server ? `http://localhost:${portOf(this.#server)}` : 'https://idp.test'
  }

  get ssoUrl(): string {
    return `${this.url}/sso`
  }

  get metadata(): string {
    return `<?xml version="1.0"?><!-- of a test -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">
      <ds:X509Data><ds:X509Certificate>
        ${this.certificate.replace(/(.{64})/g, '$1\n')}
      </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://post.test"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.ssoUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
  }

  /** Changes its key and certificate. */
  renew(): void {
    this.#pair = makePair()
  }

  /** Serves its metadata, and a page that sends each browser back at once. */
  async open(): Promise<void> {
    this.#server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', this.url)
      if (pathname === '/metadata') {
        response.writeHead(200, { 'Content-Type': 'application/xml' }).end(this.metadata)
        return
      }
      const asked = readRequest(`${this.url}${request.url}`)
      const fields = { SAMLResponse: this.answer(asked, this.person), RelayState: asked.relayState }
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      )
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(
        `<!doctype html><title>Log in</title><form method="post" action="${asked.acsUrl}">${inputs.join('')}
         <button>Log in</button></form>`,
      )
    }).listen(0, 'localhost')
    await once(this.#server, 'listening')
  }

  async close(): Promise<void> {
    const server = this.#server
    if (!server?.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  /** A request to log a person out, without a signature. */
  writeLogout(given: Partial<LogoutFacts> & Pick<LogoutFacts, 'nameId' | 'destination'>): string {
    const facts: LogoutFacts = { id: newId(), issuer: this.entityId, madeAt: 0, ...given }
    const made = new Date(Date.now() + facts.madeAt * 1_000).toISOString()
    return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"${written({ ID: facts.id, Version: '2.0', IssueInstant: made, Destination: facts.destination })}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${facts.issuer}</saml:Issuer><saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${facts.nameId}</saml:NameID></samlp:LogoutRequest>`
  }

  /** The query of a request by HTTP-Redirect, signed. */
  signQuery(xml: string, hash: 'sha1' | 'sha256' = 'sha256'): string {
    const algorithm =
      hash === 'sha1'
        ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
        : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
    const deflated = deflateRawSync(xml).toString('base64')
    const signed = [
      ...[`SAMLRequest=${encodeURIComponent(deflated)}`, 'RelayState=somewhere'],
      `SigAlg=${encodeURIComponent(algorithm)}`,
    ].join('&')
    const signature = sign(hash, Buffer.from(signed), this.#pair.key).toString('base64')
    return `${signed}&Signature=${encodeURIComponent(signature)}`
  }

  /** A response in base64. */
  answer(asked: AuthnRequest, facts: Partial<Facts> = {}, signed: Signed = ['assertion']): string {
    return encode(this.sign(this.write(asked, facts), signed))
  }

  /** A response without signatures. */
  write(
    asked: Pick<AuthnRequest, 'id' | 'acsUrl' | 'entityId'>,
    given: Partial<Facts> = {},
  ): string {
    const facts: Facts = {
      ...{ assertionId: newId(), nameId: 'nobody', nameIdFormat: persistent, attributes: {} },
      ...{ issuer: this.entityId, audience: asked.entityId, destination: asked.acsUrl },
      ...{ recipient: asked.acsUrl, inResponseTo: asked.id, validFrom: -5, validFor: 300 },
      ...{ status: 'Success', ...given },
    }
    const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
    const { validFrom, validFor, inResponseTo } = facts
    const attributes = Object.entries(facts.attributes).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    const start = { NotBefore: at(validFrom) }
    const end = { NotOnOrAfter: at(validFor) }
    const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${facts.assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${facts.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${facts.nameIdFormat}">${facts.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${written({ ...end, Recipient: facts.recipient, InResponseTo: inResponseTo })}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions${written({ ...start, ...end })}><saml:AudienceRestriction><saml:Audience>${facts.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
    const isSuccess = facts.status === 'Success'
    const status = isSuccess
      ? `<samlp:StatusCode Value="${statuses}Success"/>`
      : `<samlp:StatusCode Value="${statuses}Responder"/><samlp:StatusMessage>${facts.status}</samlp:StatusMessage>`
    return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"${written({ ID: newId(), Version: '2.0', IssueInstant: at(0), Destination: facts.destination, InResponseTo: inResponseTo })}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${facts.issuer}</saml:Issuer><samlp:Status>${status}</samlp:Status>${isSuccess ? assertion : ''}</samlp:Response>`
  }

  /** Signs parts of a response, with the certificate in the signature. */
  sign(xml: string, signed: Signed, hash: 'sha1' | 'sha256' = 'sha256'): string {
    const names = { assertion: 'Assertion', response: 'Response', logout: 'LogoutRequest' }
    return signed.reduce((text, part) => signPart(text, names[part], this.#pair, hash), xml)
  }
}

/** Facts of a request to log a person out. */
export interface LogoutFacts {
  id: string
  nameId: string
  issuer: string
  destination: string
  /** Seconds from now. */
  madeAt: number
}

/** The base64 of a response, as a form has it. */
export function encode(xml: string): string {
  return Buffer.from(xml).toString('base64')
}

/** The message in the query of an address, XML. */
export function messageIn(location: string, name: 'SAMLRequest' | 'SAMLResponse'): string {
  const deflated = Buffer.from(new URL(location).searchParams.get(name) ?? '', 'base64')
  return inflateRawSync(deflated).toString()
}

/** The request in the address to which a service has sent a browser. */
export function readRequest(location: string): AuthnRequest {
  const query = new URL(location).searchParams
  const xml = messageIn(location, 'SAMLRequest')
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: find(/ ID="([^"]+)"/),
    acsUrl: find(/AssertionConsumerServiceURL="([^"]+)"/),
    entityId: find(/<saml:Issuer[^>]*>([^<]+)</),
    relayState: query.get('RelayState') ?? '',
  }
}

const newId = () => `_${randomBytes(16).toString('hex')}`

const written = (attributes: Readonly<Record<string, string | undefined>>) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

function signPart(xml: string, name: string, pair: Pair, hash: 'sha1' | 'sha256'): string {
  const element = `//*[local-name(.)='${name}']`
  const isOld = hash === 'sha1'
  const old = 'http://www.w3.org/2000/09/xmldsig#'
  const signature = new SignedXml({
    privateKey: pair.key.export({ type: 'pkcs8', format: 'pem' }),
    publicCert: `-----BEGIN CERTIFICATE-----\n${pair.certificate}\n-----END CERTIFICATE-----`,
    signatureAlgorithm: isOld
      ? `${old}rsa-sha1`
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    getKeyInfoContent: SignedXml.getKeyInfoContent,
    idAttribute: 'ID',
  })
  signature.addReference({
    xpath: element,
    transforms: [`${old}enveloped-signature`, 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm: isOld ? `${old}sha1` : 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}

/* A certificate in DER: node:crypto reads certificates, and makes none. */

function makePair(): Pair {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = der(0x30, Buffer.from('06092a864886f70d01010b0500', 'hex'))
  const name = der(
    0x30,
    der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from('idp')))),
  )
  const validity = der(0x30, time('200101000000Z'), time('490101000000Z'))
  const body = der(
    0x30,
    ...[der(0xa0, Buffer.from('020102', 'hex')), der(0x02, Buffer.from('01', 'hex')), algorithm],
    ...[name, validity, name, publicKey.export({ type: 'spki', format: 'der' })],
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, key))
  return { key, certificate: der(0x30, body, algorithm, signature).toString('base64') }
}

const time = (text: string) => der(0x17, Buffer.from(text))

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
