/** The databases of the stand-in for wrangler: each is a SQLite file. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readWranglerConfig } from '../environments/config.ts'
import { jurisdictions } from '../environments/list.ts'
import { type Call, type Command, StandInError } from './stand-in-account.ts'
import { locations } from './stand-in-stores.ts'

export const d1Commands: Record<string, Command> = {
  'd1 create': {
    names: 1,
    flags: {
      ...{ location: locations, jurisdiction: jurisdictions },
      ...{ 'use-remote': 'boolean', 'update-config': 'boolean', binding: 'string' },
    },
    run: create,
  },
  'd1 list': {
    names: 0,
    flags: { json: 'boolean' },
    run: ({ account }) => JSON.stringify(account.databases),
  },
  'd1 migrations apply': {
    names: 1,
    flags: { remote: 'boolean', local: 'boolean', preview: 'boolean', 'persist-to': 'string' },
    run: migrate,
  },
  'd1 execute': {
    names: 1,
    flags: {
      ...{ remote: 'boolean', local: 'boolean', json: 'boolean', yes: 'boolean' },
      ...{ command: 'string', file: 'string' },
    },
    run: executeSql,
  },
}

function create({ account, names: [name = ''], flags }: Call): string {
  if (account.databases.some((each) => each.name === name))
    throw new StandInError('A database with that name already exists')
  if (account.databases.length >= (account.plan === 'free' ? 10 : 50_000))
    throw new StandInError('You have reached the maximum number of D1 databases for your account.')
  const { jurisdiction, location } = flags
  account.databases.push({
    ...{ name, uuid: randomUUID() },
    ...(typeof jurisdiction === 'string' ? { jurisdiction } : {}),
    // With a jurisdiction D1 ignores the hint.
    ...(typeof location === 'string' && !jurisdiction ? { location } : {}),
  })
  return `✅ Successfully created DB '${name}'`
}

async function migrate(call: Call): Promise<string> {
  const { db, folder } = await open(call)
  if (!existsSync(folder)) throw new StandInError(`No migrations present at ${folder}.`)
  db.exec('create table if not exists d1_migrations (id integer primary key, name text unique)')
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const applied = db.prepare('select name from d1_migrations').all()
  for (const name of names.sort()) {
    if (applied.some((row) => row.name === name)) continue
    db.exec(readFileSync(join(folder, name), 'utf8'))
    db.prepare('insert into d1_migrations (name) values (?)').run(name)
  }
  db.close()
  return '✅ Migrations applied'
}

async function executeSql(call: Call): Promise<string> {
  const { command } = call.flags
  if (typeof command !== 'string') throw new StandInError('Error: must provide --command or --file')
  const { db } = await open(call)
  try {
    const isQuery = /^\s*select/i.test(command)
    if (!isQuery) db.exec(command)
    const results = isQuery ? db.prepare(command).all() : []
    return JSON.stringify([{ results, success: true, meta: {} }], null, 2)
  } catch (error) {
    throw new StandInError(`${error instanceof Error ? error.message : error}: SQLITE_ERROR`)
  } finally {
    db.close()
  }
}

/** Opens the database of a binding or a name in the configuration. */
async function open({ account, names: [name = ''], flags }: Call) {
  if (!flags.remote) throw new StandInError('This stand-in has no local databases')
  const { d1_databases } = await readWranglerConfig(flags.config?.toString())
  const bound = d1_databases.find(
    ({ binding, database_name }) => binding === name || database_name === name,
  )
  if (!bound)
    throw new StandInError(
      `Couldn't find a D1 DB with the name or binding '${name}' in your wrangler.toml file.`,
    )
  const database = account.databases.find(({ uuid }) => uuid === bound.database_id)
  if (!database)
    throw new StandInError(`The database ${bound.database_id} could not be found [code: 7404]`)
  const db = new DatabaseSync(join(account.folder, `${database.uuid}.sqlite`))
  // Otherwise each of several hundred statements of the migrations waits for the disk.
  db.exec('pragma synchronous = off')
  return { db, folder: String(bound.migrations_dir) }
}
