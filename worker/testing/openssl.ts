/** Verifies the signatures of passes with OpenSSL, another implementation. Needs Node; only `mock-services.ts` imports this. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

/** Manifest and signature in base64, and the certificate that is trusted in PEM. */
const Signed = z.object({ manifest: z.string(), signature: z.string(), trusted: z.string() })

const run = promisify(execFile)

/** Answers 200 with the structure of the signature as text, or 400 with what OpenSSL says is wrong. */
export async function verifySignature(json: string): Promise<Response> {
  const { manifest, signature, trusted } = Signed.parse(JSON.parse(json))
  const folder = await mkdtemp(join(tmpdir(), 'pass-'))
  const path = (name: string) => join(folder, name)
  try {
    await writeFile(path('manifest.json'), Buffer.from(manifest, 'base64'))
    await writeFile(path('signature'), Buffer.from(signature, 'base64'))
    await writeFile(path('trusted.pem'), trusted)
    const input = ['-binary', '-inform', 'DER', '-in', path('signature')]
    const content = ['-content', path('manifest.json'), '-CAfile', path('trusted.pem')]
    const verify = ['smime', '-verify', ...input, ...content, '-purpose', 'any']
    await run('openssl', verify)
    const print = ['-inform', 'DER', '-in', path('signature'), '-cmsout', '-print', '-noout']
    const { stdout } = await run('openssl', ['cms', ...print])
    return new Response(stdout)
  } catch (error) {
    return new Response(error instanceof Error ? error.message : String(error), { status: 400 })
  } finally {
    await rm(folder, { recursive: true })
  }
}
