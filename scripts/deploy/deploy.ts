/** Deploys the environments of an operator: each is checked, migrated and updated on its own. */
import { exitWithError } from '../cli-exit.ts'
import { type Finding, printedFinding } from '../doctor/findings.ts'
import { readWranglerConfig, writeConfig } from '../environments/config.ts'
import { type Checkout, listEnvironments, production } from '../environments/list.ts'
import type { Wrangler } from '../setup/wrangler.ts'
import { healthOf } from './overview.ts'
import { migrate, upload } from './release.ts'

export type Machine = {
  folder?: string
  wrangler: Wrangler
  /** What the doctor finds in an environment. */
  examine: (checkout: Checkout) => Promise<Finding[]>
  /** Builds the worker and returns the path of the configuration that deploys it to an environment. */
  build: (environment: string) => Promise<string>
  say: (line: string) => void
  fetch?: typeof fetch
}

/** Checks, migrates and updates one environment; throws a `CommandError` that says where it stopped. */
export async function deploy(
  machine: Machine,
  { environment = production, despite = false }: { environment?: string; despite?: boolean },
) {
  const { folder, examine, build, say } = machine
  const findings = await examine({ folder, environment })
  for (const finding of findings) say(printedFinding(finding))
  if (findings.some(({ level }) => level === 'error') && !despite)
    exitWithError(
      'Nothing was deployed. Fix these problems first, or run npm run deploy -- --despite.',
    )
  const builtConfig = await build(environment)
  await migrate(await writeConfig({ folder, environment }), machine)
  await upload(builtConfig, machine)
}

/**
 * Deploys every environment in the order of the list until one fails or is not healthy afterwards. Returns the failure in
 * one sentence, with what is deployed and what is not.
 */
export async function deployAll(
  machine: Machine,
  { despite }: { despite?: boolean } = {},
): Promise<string | undefined> {
  const names = listEnvironments(machine.folder)
  const failure = (environment: string, reason: string, count: number) => {
    const [done, left] = [names.slice(0, count), names.slice(count)].map((each) => each.join(', '))
    return `${environment}: ${reason} Deployed: ${done || 'none'}. Not deployed: ${left || 'none'}.`
  }
  for (const [index, environment] of names.entries()) {
    machine.say(`${environment}:`)
    try {
      await deploy(machine, { environment, despite })
    } catch (error) {
      return failure(environment, error instanceof Error ? error.message : `${error}`, index)
    }
    const health = await healthAfter(machine, environment)
    if (health !== 'ok') return failure(environment, `/healthz: ${health}.`, index + 1)
  }
  return undefined
}

async function healthAfter({ folder, fetch }: Machine, environment: string): Promise<string> {
  const { vars } = await readWranglerConfig(await writeConfig({ folder, environment }))
  return healthOf(String(vars.PUBLIC_ORIGIN), fetch)
}
