import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Attribute, Change, Client } from 'ldapts'
import { findSlapd } from './binaries'
import { exactly, present } from './checked'
import { makeOwnFolder, removeOwnFolder } from './own-folder'
import { ownPorts } from './own-ports'
import { OwnProcess } from './own-process'
import { untilHolds } from './until'

const run = promisify(execFile)

/** The requirement of tests with a directory, for `describeWith`. */
export const directoryNeeds = { name: 'slapd', url: findSlapd() }

const schemas = ['core', 'cosine', 'inetorgperson', 'nis'].map(
  (name) => `include /etc/ldap/schema/${name}.schema`,
)

/** Attributes of Active Directory, and a flag of disabled people. */
const ownSchema = `
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.3.6.1.4.1.99999.1 NAME 'isLocked' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.99999.2 NAME 'adPerson' SUP top AUXILIARY MAY ( objectGUID $ userAccountControl $ isLocked ) )
`

const suffix = 'dc=acme,dc=test'
const rootPassword = 'root password'

type Attributes = Record<string, string | string[] | Buffer>

/** A directory of a test: OpenLDAP's server with `ou=people` and `ou=groups`. */
export class LdapDirectory {
  readonly searchDn = `cn=search,${suffix}`
  readonly searchPassword = 'search password'
  readonly base = `ou=people,${suffix}`
  readonly groupBase = `ou=groups,${suffix}`
  private process: OwnProcess | undefined

  private constructor(
    private readonly folder: string,
    readonly port: number,
    readonly securePort: number,
    /** The certificate of the server, which no authority has signed. */
    readonly certificate: string,
  ) {}

  static async start(): Promise<LdapDirectory> {
    const folder = await makeOwnFolder('slapd')
    const [port, securePort] = exactly(await ownPorts(2), 2)
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ])
    const certificate = await readFile(join(folder, 'cert.pem'), 'utf8')
    const directory = new LdapDirectory(folder, port, securePort, certificate)
    await directory.prepare()
    await directory.launch()
    return directory
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.port}`
  }

  get secureUrl(): string {
    return `ldaps://localhost:${this.securePort}`
  }

  /** Options of a provider that searches here. */
  get options(): Record<string, unknown> {
    const { url, certificate, searchDn, base } = this
    return {
      ...{ server_url: url, ca_certificates: [certificate], bind_dn: searchDn, search_base: base },
      user_filter: '(objectClass=inetOrgPerson)',
    }
  }

  private async prepare(): Promise<void> {
    const { folder } = this
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'own.schema'), ownSchema)
    const modules = '/usr/lib/ldap'
    const lines = [
      ...[...schemas, `include ${join(folder, 'own.schema')}`],
      ...(existsSync(modules) ? [`modulepath ${modules}`, 'moduleload back_mdb'] : []),
      ...[`pidfile ${join(folder, 'pid')}`, `argsfile ${join(folder, 'args')}`],
      ...[`TLSCertificateFile ${join(folder, 'cert.pem')}`],
      ...[`TLSCertificateKeyFile ${join(folder, 'key.pem')}`],
      ...['database mdb', 'maxsize 1073741824', `suffix "${suffix}"`, `rootdn "cn=root,${suffix}"`],
      ...[`rootpw "${rootPassword}"`, `directory ${join(folder, 'data')}`, 'dbnosync'],
      ...['index objectClass,uid,mail,member,memberUid eq'],
      // Without pages one would see only some people.
      'sizelimit size.soft=200 size.hard=200 size.prtotal=unlimited size.pr=1000',
      'access to attrs=userPassword by anonymous auth by * none',
      `access to * by dn.exact="${this.searchDn}" read by * none`,
    ]
    await writeFile(join(folder, 'slapd.conf'), `${lines.join('\n')}\n`)
    await this.load([
      [suffix, { objectClass: ['dcObject', 'organization'], dc: 'acme', o: 'Acme' }],
      [this.base, { objectClass: 'organizationalUnit', ou: 'people' }],
      [this.groupBase, { objectClass: 'organizationalUnit', ou: 'groups' }],
      [
        this.searchDn,
        {
          objectClass: ['organizationalRole', 'simpleSecurityObject'],
          ...{ cn: 'search', userPassword: this.searchPassword },
        },
      ],
    ])
  }

  /** Adds entries while the server does not run, which is quick for many. */
  private async load(entries: readonly (readonly [string, Attributes])[]): Promise<void> {
    const file = join(this.folder, 'entries.ldif')
    const text = entries.map(([dn, attributes]) => [`dn: ${dn}`, ...linesOf(attributes), '', ''])
    await writeFile(file, text.map((lines) => lines.join('\n')).join(''))
    await run(present(findSlapd(), 'slapd'), [
      ...['-T', 'add', '-q', '-f', join(this.folder, 'slapd.conf'), '-l', file],
    ])
  }

  private async launch(): Promise<void> {
    this.process = new OwnProcess({
      command: present(findSlapd(), 'slapd'),
      args: [
        ...['-f', join(this.folder, 'slapd.conf'), '-d', '0'],
        ...['-h', `${this.url} ldaps://127.0.0.1:${this.securePort}`],
      ],
    })
    await untilHolds('slapd answers', () =>
      this.asRoot(async () => true).catch(() => this.process?.isRunning !== true),
    )
    if (!this.process.isRunning) throw new Error('slapd ended at its start.')
  }

  /** Makes it answer nothing any more. */
  async stop(): Promise<void> {
    await this.process?.end('SIGTERM')
  }

  /** Starts it after {@link stop}, with its data. @param entries to be added before */
  async restart(entries: readonly (readonly [string, Attributes])[] = []): Promise<void> {
    if (entries.length > 0) await this.load(entries)
    await this.launch()
  }

  async remove(): Promise<void> {
    await this.process?.end('SIGKILL')
    await removeOwnFolder(this.folder)
  }

  /** Name of the entry of a person. */
  dnOf(uid: string): string {
    return `uid=${uid},${this.base}`
  }

  /** The attributes of a person. */
  personEntry(uid: string, more: Attributes = {}): readonly [string, Attributes] {
    const names = { uid, cn: uid, sn: uid, displayName: `${uid} of Acme` }
    const objectClass = ['inetOrgPerson', 'adPerson']
    const own = { mail: `${uid}@acme.test`, userPassword: `${uid} password` }
    return [this.dnOf(uid), { objectClass, ...names, ...own, ...more }]
  }

  async addPerson(uid: string, more: Attributes = {}): Promise<void> {
    const [dn, attributes] = this.personEntry(uid, more)
    await this.add(dn, attributes)
  }

  /** Adds a group with members, which are names of entries. */
  async addGroup(cn: string, member: string[]): Promise<string> {
    const dn = `cn=${cn},${this.groupBase}`
    await this.add(dn, { objectClass: 'groupOfNames', cn, member })
    return dn
  }

  async add(dn: string, attributes: Attributes): Promise<void> {
    const list = Object.entries(attributes).map(([type, value]) =>
      Buffer.isBuffer(value)
        ? new Attribute({ type, values: [value] })
        : new Attribute({ type, values: [value].flat() }),
    )
    await this.asRoot((client) => client.add(dn, list))
  }

  /** Replaces values of a person. */
  async change(uid: string, attributes: Attributes): Promise<void> {
    const changes = Object.entries(attributes).map(([type, value]) => {
      const values = Buffer.isBuffer(value) ? [value] : [value].flat()
      return new Change({ operation: 'replace', modification: new Attribute({ type, values }) })
    })
    await this.asRoot((client) => client.modify(this.dnOf(uid), changes))
  }

  async removePerson(uid: string): Promise<void> {
    await this.asRoot((client) => client.del(this.dnOf(uid)))
  }

  private async asRoot<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ url: this.url, connectTimeout: 5_000, timeout: 20_000 })
    try {
      await client.bind(`cn=root,${suffix}`, rootPassword)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }
}

function linesOf(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    [value].flat().map((each) => `${name}:: ${Buffer.from(each).toString('base64')}`),
  )
}
