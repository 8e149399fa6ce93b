/** Deploys the environments of an operator: each is checked, migrated and updated on its own. */
import { exitWithError } from '../cli-exit.ts'
import { type Finding, printedFinding } from '../doctor/findings.ts'
import { writeConfig } from '../environments/config.ts'
import { type Checkout, listEnvironments, production } from '../environments/list.ts'
import type { Wrangler } from '../setup/wrangler.ts'
import { migrate, upload } from './release.ts'

export type Machine = {
  folder?: string
  wrangler: Wrangler
  /** What the doctor finds in an environment. */
  examine: (checkout: Checkout) => Promise<Finding[]>
  /** Builds the worker and returns the path of the configuration that deploys it to an environment. */
  build: (environment: string) => Promise<string>
  say: (line: string) => void
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

/** Deploys every environment in the order of the list. Returns what failed in one sentence; nothing after it is deployed. */
export async function deployAll(
  machine: Machine,
  { despite }: { despite?: boolean } = {},
): Promise<string | undefined> {
  const names = listEnvironments(machine.folder)
  for (const [index, environment] of names.entries()) {
    machine.say(`${environment}:`)
    try {
      await deploy(machine, { environment, despite })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const done = names.slice(0, index).join(', ') || 'none'
      const left = names.slice(index).join(', ')
      return `${environment}: ${reason} Deployed: ${done}. Not deployed: ${left}.`
    }
  }
  return undefined
}
