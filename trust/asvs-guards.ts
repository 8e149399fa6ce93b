/** Section 10: what the tests of docs/asvs.md V1 to V5 notice when it is taken away. */
/** The file, what stands once in it, and what stands there instead. */
export type AsvsGuard = [file: string, guard: string, instead: string]

export const asvsGuards: Record<string, AsvsGuard> = {
  '1.2.1': [
    'card/parts/Sections.tsx',
    '{text}',
    '<span dangerouslySetInnerHTML={{ __html: text }} />',
  ],
  '1.2.2': ['schema/link.ts', 'z.refine((text) => safeLink(text), refused),', ''],
  '1.2.3': ['worker/cards/html-document.tsx', '/[<>&\\u2028\\u2029]/g', '/[\\u2028\\u2029]/g'],
  '1.2.10': ['worker/platform/csv.ts', 'escapeFormula(cell)', 'cell'],
  '1.3.4': ['worker/media/svg.ts', ' || !elements.has(tag.name)', ''],
  '1.3.5': [
    'card/custom-css/allow-list.ts',
    'called !== undefined && !functions.has(called.toLowerCase())',
    'false',
  ],
  '1.3.6': ['worker/platform/mail.ts', 'return key && url ? (letter', 'return true ? (letter'],
  '1.3.11': [
    'worker/platform/mail.ts',
    "text.replace(/[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+/g, ' ')",
    'text',
  ],
  '1.5.2': [
    'worker/body.ts',
    "check(contract, parseJson(c.get('bytes')))",
    "parseJson(c.get('bytes'))",
  ],
  '2.2.1': ['worker/body.ts', 'if (!result.success) fail(400, sentence(result.error))', ''],
  '2.2.2': [
    'worker/body.ts',
    'return check(contract, Object.fromEntries(values.map(([key, list]) => [key, list[0]])))',
    'return Object.fromEntries(values.map(([key, list]) => [key, list[0]]))',
  ],
  '2.3.1': ['worker/routes/auth.ts', 'if (await hasFactor(db, user.id))', 'if (false)'],
  '2.3.2': ['worker/routes/images.ts', 'if (wait > 0) tooMany(wait)', ''],
  '2.3.4': ['worker/auth/webauthn.ts', 'spent.length > 0 ? challenge : undefined', 'challenge'],
  '2.4.1': ['worker/routes/form-submissions.ts', 'if (wait === 0) return', 'return'],
  '3.2.1': ['worker/routes/images.ts', "extension === 'svg' ? 'attachment' : 'inline'", "'inline'"],
  '3.2.2': [
    'card/parts/CardHeader.tsx',
    '{card.name ?? card.company ?? card.slug}',
    "<span dangerouslySetInnerHTML={{ __html: card.name ?? '' }} />",
  ],
  '3.3.1': [
    'worker/auth/session-cookie.ts',
    "return isHttps(c) ? 'host' : undefined",
    'return undefined',
  ],
  '3.3.2': ['worker/auth/session-cookie.ts', "sameSite: 'Lax', ", ''],
  '3.3.3': [
    'worker/auth/session-cookie.ts',
    '{ ...cookieOptions(c), prefix: prefix(c), httpOnly: true, maxAge })',
    "{ ...cookieOptions(c), domain: 'cards.test', httpOnly: true, maxAge })",
  ],
  '3.3.4': ['worker/auth/session-cookie.ts', 'httpOnly: true, maxAge })', 'maxAge })'],
  '3.4.1': [
    'worker/middleware/security-headers.ts',
    "if (publicOrigin(c.env, c.req.raw).startsWith('https:'))",
    'if (false)',
  ],
  '3.4.2': [
    'worker/middleware/security-headers.ts',
    'const responseHeaders = c.res.headers',
    `const responseHeaders = c.res.headers\n  responseHeaders.set('Access-Control-Allow-Origin', '*')`,
  ],
  '3.4.3': ['worker/cards/html-document.tsx', `"base-uri 'none'",`, ''],
  '3.4.4': [
    'worker/middleware/security-headers.ts',
    'xXssProtection: false,',
    `xXssProtection: false,\n  xContentTypeOptions: false,`,
  ],
  '3.4.5': [
    'worker/middleware/security-headers.ts',
    "referrerPolicy: 'strict-origin-when-cross-origin',",
    "referrerPolicy: 'unsafe-url',",
  ],
  '3.4.6': ['worker/cards/html-document.tsx', `"frame-ancestors 'self'",`, "'frame-ancestors *',"],
  '3.5.1': ['worker/middleware/enforce-policy.ts', 'if (!isSafe) refuseCrossSite(c.req.raw)', ''],
  '3.5.3': [
    'worker/middleware/enforce-policy.ts',
    'route.path !== path && literalPaths.has(path)',
    'false',
  ],
  '3.5.4': [
    'worker/routes/embeds.ts',
    "'sandbox allow-scripts",
    "'sandbox allow-same-origin allow-scripts",
  ],
  '3.7.2': ['web/shell/next-path.ts', "url?.origin !== 'https://app.invalid' || ", ''],
  '4.1.1': ['worker/routes/embeds.ts', "'text/html; charset=utf-8'", "'text/html'"],
  '4.1.2': [
    'worker/middleware/https-redirect.ts',
    "Location: request.url.replace('http:', 'https:'),",
    'Location: request.url,',
  ],
  '4.1.3': [
    'worker/platform/client-network.ts',
    "request.headers.get('CF-Connecting-IP') ?? 'local'",
    "request.headers.get('X-Forwarded-For') ?? 'local'",
  ],
  '4.1.4': [
    'worker/middleware/enforce-policy.ts',
    'route.path !== path && literalPaths.has(path)',
    'false',
  ],
  '5.2.1': ['worker/routes/images.ts', "if (file.size > uploadMaxBytes) refuse('too large')", ''],
  '5.2.2': [
    'worker/media/detect-type.ts',
    "return isPlainSvg(bytes) ? 'svg' : undefined",
    "return 'svg'",
  ],
  '5.2.3': ['worker/media/detect-type.ts', ' && width * height <= maxPixels', ''],
  '5.3.1': ['worker/routes/images.ts', `'unsafe-inline'; sandbox"`, `'unsafe-inline'"`],
  '5.4.2': ['worker/platform/download.ts', ".replace(/[^A-Za-z0-9 ._-]/g, '')", ''],
  '5.4.3': ['worker/media/clean.ts', 'await cleanPng(bytes)', 'bytes'],
}
