/** Names of tools, formats and services that people write like words: one can choose them, so they are names. */
export const NAMES_OF_TOOLS: ReadonlySet<string> = new Set(
  `postgres postgresql mysql mariadb sqlite mongo mongodb redis memcached kafka rabbitmq rabbit nats mqtt mosquitto zeromq sqs sns kinesis celery sidekiq
  bullmq temporal airflow dagster prefect spark flink duckdb polars pandas numpy scipy arrow parquet avro protobuf nanopb msgpack cbor json jsonl ndjson yaml toml xml csv tsv
  ini hcl graphql grpc rest soap websocket websockets sse webrtc http https tls mtls ssh sftp ftp smtp imap oauth oidc saml jwt docker podman compose kubernetes k8s helm
  nomad terraform pulumi ansible chef puppet vagrant nix systemd cron launchd supervisor nginx caddy traefik haproxy envoy apache varnish cloudflare fastly s3 minio gcs
  azure aws gcp lambda heroku vercel netlify fly render github gitlab bitbucket gitea jenkins circleci travis buildkite bazel make cmake ninja meson gradle maven sbt cargo
  npm yarn pnpm bun deno node nodejs python ruby rails rust golang java kotlin swift scala elixir erlang haskell ocaml clojure perl php laravel symfony django flask fastapi
  starlette pydantic sqlalchemy alembic prisma drizzle typeorm sequelize knex kysely express koa fastify nest nestjs next nextjs nuxt remix astro svelte sveltekit react preact
  vue angular solid qwik htmx alpine tailwind bootstrap sass less postcss vite webpack rollup esbuild swc babel parcel turbopack eslint prettier biome ruff black mypy pyright flake
  pytest unittest jest vitest mocha chai cypress playwright selenium puppeteer storybook chromatic junit rspec minitest catch2 gtest criterion hypothesis grafana prometheus loki
  tempo jaeger zipkin sentry datadog newrelic splunk kibana elasticsearch opensearch solr meilisearch typesense algolia lucene clickhouse influxdb timescale cassandra scylla
  dynamodb firestore firebase supabase snowflake bigquery redshift databricks dbt looker metabase superset tableau stripe paypal twilio sendgrid mailgun postmark slack discord
  telegram matrix notion jira linear trello figma canva excel sheets word pdf docx xlsx svg png jpeg webp avif gif mp3 mp4 opus flac ffmpeg sharp imagemagick opencv pillow
  pytorch tensorflow keras onnx sklearn xgboost lightgbm huggingface openai anthropic ollama llama whisper bert zstd gzip brotli lz4 snappy rsync restic borg borgbackup rclone
  ubuntu debian fedora alpine centos arch raspbian windows macos linux android ios esp32 esp8266 arduino stm32 freertos zephyr i2c spi uart modbus canbus lora lorawan zigbee
  bluetooth wifi uplot d3 chartjs leaflet mapbox openlayers threejs webgl webgpu vulkan opengl metal unity unreal godot bevy pygame sdl raylib qt gtk electron tauri flutter
  expo ionic capacitor cordova xcode gradle cocoapods latex pandoc markdown asciidoc rst myst sphinx mkdocs docusaurus hugo jekyll eleventy pdfkit weasyprint puppeteer cheerio
  playwright beautifulsoup scrapy requests axios ky undici got httpx aiohttp libcurl curl wget zod joi yup ajv lodash ramda rxjs redux zustand jotai mobx pinia vuex immer
  winston pino bunyan loguru structlog log4j slf4j serde tokio axum actix hyper clap rayon crossbeam bincode uuid ulid snowflake bcrypt argon argon2 scrypt sha256 md5 blake3
  vim neovim emacs vscode intellij pycharm tmux zsh bash fish powershell git svn mercurial perforce`.split(/\s+/),
)
