import { execFile } from 'node:child_process'

export type ScriptResult = { code: number; output: string }

/** Runs a script of the project with these settings: its exit code and output. */
export function runScript(args: string[], settings: Record<string, string>): Promise<ScriptResult> {
  const env = { ...process.env, NODE_OPTIONS: '', NEXTAUTH_URL: 'http://127.0.0.1:3000', ...settings }
  return new Promise((resolve) => {
    execFile('node', args, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    )
  })
}
