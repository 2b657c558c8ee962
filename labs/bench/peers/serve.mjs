import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/**
 * Answers `POST /` with the PDF of a JSON body, and sends the port to the parent process.
 * @param close ends its browsers. The parent may have ended without ending them
 */
export async function serve(print, close) {
  const server = createServer((request, response) => {
    json(request)
      .then(print)
      .then(
        (pdf) => response.setHeader('content-type', 'application/pdf').end(pdf),
        (error) => {
          response.statusCode = 500;
          response.end(String(error));
        },
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.once('disconnect', () => void Promise.resolve(close()).finally(() => process.exit()));
  process.send({ port: server.address().port });
}
