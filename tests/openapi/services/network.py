"""A network: addresses, networks, named tuples, sets, bounds of unions, and paths."""

from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Interface, IPv6Network
from typing import Annotated, Any, NamedTuple

from fastapi import Body, FastAPI, Query
from pydantic import (
    AnyUrl, BaseModel, DirectoryPath, Field, IPvAnyInterface, IPvAnyNetwork, MongoDsn, NameEmail, NewPath,
)

app = FastAPI(title="Network")


class Port(NamedTuple):
    number: int
    protocol: str = "tcp"
    open_since: int | None = None


class Host(BaseModel):
    name: str = Field(pattern="^[a-z0-9-]+$")
    owner: NameEmail | None = None
    address: IPv4Address
    ports: list[Port] = []
    main: Port | int | None = None
    labels: set = set()
    pairs: set[tuple[int, str]] = set()
    home: NewPath | None = None


class Net(BaseModel):
    v4: IPv4Network
    v6: IPv6Network | None = None
    any: IPvAnyNetwork | int = 5
    inside: IPv4Interface | None = None
    inside6: IPv6Interface | None = None
    some: IPvAnyInterface | None = None
    store: MongoDsn | None = None
    link: AnyUrl | None = None


@app.post("/hosts")
def hosts(host: Host):
    return None


@app.post("/nets")
def nets(net: Net, port: Port = Port(1), weight: Annotated[int | float | None, Body(gt=0, le=10)] = None):
    return None


@app.get("/routes/{net}")
def routes(
    net: IPv4Address,
    through: Annotated[list[IPv4Network], Query()] = [],
    cost: Annotated[int | float, Query(ge=1, lt=100)] = 1,
    metric: Annotated[int | bool | None, Query(multiple_of=5)] = None,
):
    return None


@app.post("/tags")
def tags(tags: set[Any], ports: Annotated[dict[str, Port], Body()] = {}):
    return None
