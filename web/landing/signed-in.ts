let asked: Promise<boolean> | undefined

/** Asks the server once, and only where the readable cookie beside the session says that somebody may be signed in. */
export function isSignedIn(): Promise<boolean> {
  asked ??= /(?:^|; )signed-in=1/.test(document.cookie) ? ask() : Promise.resolve(false)
  return asked
}

function ask(): Promise<boolean> {
  return fetch('/api/user').then(
    ({ ok }) => ok,
    () => false,
  )
}
