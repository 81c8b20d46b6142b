// An nginx on loopback in front of a site, with one server of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, run } from './site.js';

/** Debian has nginx in a folder that is not on every path. */
const ENV = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

/** @returns what is missing and what to do, or undefined */
export function nginxProblem(needsTls) {
  const lacks = (tool, version) => spawnSync(tool, [version], { env: ENV }).error !== undefined;
  const missing = [
    ...(lacks('nginx', '-v') ? ['nginx-light'] : []),
    ...(needsTls && lacks('openssl', 'version') ? ['openssl'] : []),
  ];
  return missing.length === 0
    ? undefined
    : `packages are missing (${missing.join(' ')}): apt-get install -y --no-install-recommends ${missing.join(' ')}`;
}

/**
 * Starts nginx in a folder, in front of a site.
 * @param http directives for all servers, and `location` those for all requests
 * @param tls true if it speaks TLS, with a certificate that `certificate` names
 */
export async function startNginx({ dir, site, http = '', location = '', tls = false }) {
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const certificate = join(dir, 'certificate.pem');
  if (tls) await makeCertificate(dir, certificate);
  const conf = join(dir, 'nginx.conf');
  writeFileSync(conf, configurationOf({ dir, site, http, location, tls, port, certificate }));
  const ended = run('nginx', ['-c', conf, '-e', join(dir, 'error.log')], { env: ENV });
  let failure;
  ended.catch((error) => {
    failure = error;
  });
  for (let tries = 0; !(await accepts(port)); tries += 1) {
    if (failure !== undefined || tries > 100) throw failure ?? new Error('nginx does not start');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    certificate,
    /** Requests that reached it, as `METHOD status`. */
    log: () => linesIn(join(dir, 'access.log')),
    stop: async () => {
      process.kill(Number(readFileSync(join(dir, 'nginx.pid'), 'utf8')));
      await ended;
    },
  };
}

function configurationOf({ dir, site, http, location, tls, port, certificate }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `  ${name}_temp_path ${dir}/${name};`).join('\n');
  const ssl = `ssl_certificate ${certificate}; ssl_certificate_key ${dir}/key.pem;`;
  return `${process.getuid() === 0 ? 'user root;' : ''}
daemon off; worker_processes 1; pid ${dir}/nginx.pid; error_log ${dir}/error.log;
events { worker_connections 256; }
http {
${paths}
  log_format short '$request_method $status';
  access_log ${dir}/access.log short;
  client_max_body_size 20m;
  large_client_header_buffers 4 64k;
  ${http.replaceAll('DIR', dir)}
  server {
    listen 127.0.0.1:${port}${tls ? ' ssl' : ''};
    ${tls ? ssl : ''}
    location / {
      ${location}
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_pass ${site};
    }
  }
}
`;
}

async function makeCertificate(dir, certificate) {
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
    ...['-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', join(dir, 'key.pem'), '-out', certificate],
  ]);
}

function linesIn(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
