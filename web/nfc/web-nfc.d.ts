/**
 * Web NFC types (W3C Community Group), which TypeScript's DOM library lacks; only the parts used
 * here.
 */
declare class NDEFReader extends EventTarget {
  write(message: NdefMessage, options?: { signal?: AbortSignal }): Promise<void>
  scan(options?: { signal?: AbortSignal }): Promise<void>
  makeReadOnly(options?: { signal?: AbortSignal }): Promise<void>
}

type NdefMessage = { records: { recordType: 'url'; data: string }[] }

interface NDEFReadingEvent extends Event {
  message: { records: { recordType: string; data?: DataView }[] }
}
